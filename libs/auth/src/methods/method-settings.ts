import { type AuthenticationConfig } from '@pennon/config';

/** What the operator has set of each method. */
export class MethodSettings {
  constructor(readonly all: AuthenticationConfig['methods']) {}
}
