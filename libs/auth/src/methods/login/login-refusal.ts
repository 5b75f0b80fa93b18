import { UnauthenticatedError } from '@pennon/domain';

/** What callers are told of a login that the provider does not confirm, whatever the provider says. */
const NOT_CONFIRMED = 'the login was not confirmed by the provider';

/** A login that failed at the provider, or that the operator does not want. The reason is for the log alone. */
export class LoginRefusal extends UnauthenticatedError {
  /**
   * @param provider Which one, such as `oidc/acme`.
   * @param reason In our words, or one of the codes of a standard.
   * @param message What the caller is told.
   */
  constructor(
    readonly provider: string,
    readonly reason: string,
    message = NOT_CONFIRMED,
  ) {
    super(message, { cause: reason });
  }
}
