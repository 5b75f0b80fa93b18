import { UnauthenticatedError } from '@pennon/domain';
import { LoginRefusal } from './login-refusal';

/** The provider knows the person, and the operator does not want them. The message tells a guesser nothing. */
export class PersonRefusal extends LoginRefusal {
  constructor(provider: string, reason: string, description = '') {
    super(provider, reason, { message: new UnauthenticatedError().message, description });
  }
}
