import { type AuthenticationConfig, type MethodNames } from '@pennon/config';

/** What the operator has set of each method. */
export class MethodSettings {
  readonly all: AuthenticationConfig['methods'];
  readonly names: MethodNames;

  constructor({ methods, methodNames }: Pick<AuthenticationConfig, 'methods' | 'methodNames'>) {
    this.all = methods;
    this.names = methodNames;
  }
}
