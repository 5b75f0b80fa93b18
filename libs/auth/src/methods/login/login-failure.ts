import type { HttpExchange } from '@pennon/api';
import { DomainError, UnauthenticatedError, UnavailableError } from '@pennon/domain';
import { ProviderSetupError, UpstreamError } from '../../keys/upstream';

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

/** The provider knows the person, and the operator does not want them. The message tells a guesser nothing. */
export class PersonRefusal extends LoginRefusal {
  constructor(provider: string, reason: string, description = '') {
    super(provider, reason, { message: new UnauthenticatedError().message, description });
  }
}

/** The refusal of a callback whose state is not that of a login under way in this browser. */
export class StateMismatch extends UnauthenticatedError {
  constructor(what: 'missing' | 'unexpected' = 'unexpected') {
    super(`${what} state parameter`);
  }
}

/**
 * What callers get when a provider and this service are not set up for each other. It is routine: whoever runs the
 * service is told in a line of its own.
 */
export class MisconfiguredProviderError extends DomainError {
  readonly code = 'INTERNAL';
  override readonly isRoutine = true;

  /**
   * @param reason What is wrong, for the log.
   * @param description What the provider adds, for the log; `''` for nothing.
   */
  constructor(
    readonly reason: string,
    readonly description = '',
  ) {
    super('the login provider and this service are not set up for each other: the log says what is wrong', {
      cause: reason,
    });
  }
}

/**
 * What callers get when a provider did not do its part; what happened is the cause, for the log.
 */
export function upstreamFailure(error: unknown): unknown {
  if (error instanceof ProviderSetupError) return new MisconfiguredProviderError(error.message);
  if (!(error instanceof UpstreamError)) return error;
  return new UnavailableError('the login provider cannot be reached at the moment', { cause: error });
}

/** Why a login failed, as the dashboard is told, which has a text for each. */
export type LoginError =
  | 'state_mismatch'
  | 'not_allowed'
  | 'provider_refused'
  | 'provider_misconfigured'
  | 'provider_unreachable'
  | 'failed';

/** What may be told of an error: of everything that is not expected, only that it happened. */
function loginErrorOf(error: unknown): LoginError {
  if (error instanceof StateMismatch) return 'state_mismatch';
  if (error instanceof PersonRefusal) return 'not_allowed';
  if (error instanceof LoginRefusal) return 'provider_refused';
  if (error instanceof MisconfiguredProviderError) return 'provider_misconfigured';
  // The store can be away as well.
  if (error instanceof UnavailableError && error.cause instanceof UpstreamError)
    return 'provider_unreachable';
  return 'failed';
}

/**
 * The page that browsers are led back to whose login failed. Its address holds one of the fixed codes and nothing that
 * came from outside.
 */
export class LoginPage {
  /** @param isServed Whether this instance has a dashboard. */
  constructor(private readonly isServed: boolean) {}

  /** Has the refusal of a login lead there, for callers that want a page; others get the refusal as it is. */
  leadBack(error: unknown, http: HttpExchange | undefined): void {
    if (!this.isServed || http?.wantsPage !== true) return;
    http.redirectRefusal(`${http.prefix}/#/login?error=${loginErrorOf(error)}`);
  }
}
