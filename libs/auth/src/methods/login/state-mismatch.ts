import { UnauthenticatedError } from '@pennon/domain';

/** The refusal of a callback whose state is not that of a login under way in this browser. */
export class StateMismatch extends UnauthenticatedError {
  constructor(what: 'missing' | 'unexpected' = 'unexpected') {
    super(`${what} state parameter`);
  }
}
