import { UnauthenticatedError } from '@pennon/domain';

/** What callers are told of a login that the provider does not confirm, whatever the provider says. */
const NOT_CONFIRMED = 'the login was not confirmed by the provider';

/** What a refusal may have beside its reason. */
export interface RefusalDetails {
  /** What the caller is told. */
  readonly message?: string;
  /** What goes to the log alone, not to the audit log: the words of somebody else, or what a person belongs to. */
  readonly description?: string;
}

/** A login that failed at the provider, or that the operator does not want. The reason is for the log alone. */
export class LoginRefusal extends UnauthenticatedError {
  readonly description: string;

  /**
   * @param provider Which one, such as `oidc/acme`.
   * @param reason In our words, or one of the codes of a standard.
   */
  constructor(
    readonly provider: string,
    readonly reason: string,
    { message = NOT_CONFIRMED, description = '' }: RefusalDetails = {},
  ) {
    super(message, { cause: reason });
    this.description = description;
  }
}
