import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { type ErrorStatus, Gate, isAuthRpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import type { AuthenticationConfig } from '@pennon/config';
import { type Identity, PermissionDeniedError, UnauthenticatedError, UnavailableError } from '@pennon/domain';
import type { Series } from '@pennon/platform';
import { type Credential, reasonOf, refusal, ShownCredentials } from '../credentials/credential';
import { AccessDeniedError } from './access-request';
import type { FailureLimit } from './rate-limit';
import type { RefusedChanges } from './refused-changes';
import { requestAbout } from './request-namespace';
import { assertSameSite, type SessionCookies } from './session-cookies';

/** A call whose caller is known, and what it asks for. */
export interface IdentifiedCall {
  readonly method: DescMethod;
  readonly request: Message;
  readonly call: RpcCall;
  readonly identity: Identity;
}

/**
 * One reason why a caller who is known might still not pass.
 *
 * @throws UnauthenticatedError if the identity is not good for this call.
 * @throws PermissionDeniedError if the caller must not do this.
 */
export type CallCheck = (call: IdentifiedCall) => void;

/** What became of the credentials that callers have shown. */
export class CredentialChecks {
  /** Calls that needed a credential and had none. */
  missing = 0;

  private readonly counts = {
    token: { accepted: 0, refused: 0, unavailable: 0 },
    jwt: { accepted: 0, refused: 0, unavailable: 0 },
  } satisfies Record<Credential['kind'], object>;

  /** It is somebody's, and good. */
  accepted(kind: Credential['kind']): void {
    this.counts[kind].accepted++;
  }

  /** It is not good, or nobody can be asked whether it is. Returns the same error. */
  failed(kind: Credential['kind'], error: unknown): unknown {
    this.counts[kind][error instanceof UnavailableError ? 'unavailable' : 'refused']++;
    return error;
  }

  /** The same for what is not decided yet. */
  async watch<T>(kind: Credential['kind'], attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      throw this.failed(kind, error);
    }
  }

  /** What there is to tell of them. */
  series(): Series {
    return {
      name: 'pennon_token_checks_total',
      help: 'Credentials of calls that need one, by what became of them.',
      type: 'counter',
      collect: () => [
        ...Object.entries(this.counts).flatMap(([kind, outcomes]) =>
          Object.entries(outcomes).map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
        { labels: { kind: 'none', outcome: 'missing' }, value: this.missing },
      ],
    };
  }
}

/** Tells whose a credential of one kind is. */
export interface Authenticator {
  /**
   * @returns at once when that is known.
   * @throws UnauthenticatedError if it is nobody's, or no longer good.
   */
  authenticate(credential: Credential): Identity | Promise<Identity>;
}

/** Who is asked about which kind of credential; without one, no credential of the kind is good. */
export type Authenticators = Readonly<Partial<Record<Credential['kind'], Authenticator>>>;

/**
 * Lets in those who prove who they are, on every door alike. Closed by default: an RPC is open only if
 * its service is among the open ones.
 */
export class AuthGate extends Gate {
  private readonly logger = new Logger('auth');
  private readonly shown: ShownCredentials;

  /**
   * @param openServices Services whose RPCs need no credential.
   * @param checks What a caller who is known must still pass, in this order.
   * @param refusedChanges Undefined where nobody may write down who was refused what.
   */
  constructor(
    private readonly config: Pick<AuthenticationConfig, 'session'>,
    private readonly openServices: ReadonlySet<DescService>,
    private readonly authenticators: Authenticators,
    private readonly cookies: SessionCookies,
    private readonly failures: FailureLimit,
    private readonly checks: readonly CallCheck[],
    private readonly outcomes = new CredentialChecks(),
    private readonly refusedChanges?: RefusedChanges,
  ) {
    super();
    this.shown = new ShownCredentials(cookies.names);
  }

  admitLarge(method: DescMethod, call: RpcCall): void {
    if (!this.openServices.has(method.parent)) this.authenticatorOf(this.credentialOf(call));
  }

  admit(method: DescMethod, request: Message, call: RpcCall): void | Promise<void> {
    if (method === fliptAuth.AuthenticationService.method.expireAuthenticationSelf) this.endSession(call);
    if (this.openServices.has(method.parent)) return;
    const credential = this.credentialOf(call);
    if (credential.isFromCookie) assertSameSite(call, this.config.session.csrf.trustedOrigins);
    const letIn = (identity: Identity): void => {
      this.outcomes.accepted(credential.kind);
      call.identity = identity;
      this.check({ method, request, call, identity });
    };
    const identity = this.identify(credential, call);
    if (identity instanceof Promise) return identity.then(letIn);
    letIn(identity);
  }

  admitWhole(method: DescMethod, request: Message, call: RpcCall): void {
    const { identity } = call;
    if (identity !== undefined) this.check({ method, request, call, identity });
  }

  allows(method: DescMethod, namespaceKey: string, call: RpcCall): boolean {
    const { identity } = call;
    if (identity === undefined || this.openServices.has(method.parent)) return true;
    try {
      this.check({ method, request: requestAbout(method, namespaceKey), call, identity });
      return true;
    } catch (error) {
      if (error instanceof PermissionDeniedError || error instanceof UnauthenticatedError) return false;
      throw error;
    }
  }

  refused(method: DescMethod, call: RpcCall, status: ErrorStatus, error: unknown): void {
    if (error instanceof AccessDeniedError) this.refusedChanges?.note(call, error);
    if (status.http !== 401) return;
    const rpc = `/${method.parent.typeName}/${method.name}`;
    const facts = { req: { id: call.requestId, rpc }, reason: reasonOf(error) };
    this.logger.debug(facts, 'call was not authenticated');
    // What is open has not looked at the session: a login that fails says nothing of it.
    if (isAuthRpc(method) && !this.openServices.has(method.parent) && this.cookies.isIn(call))
      this.endSession(call);
  }

  private check(call: IdentifiedCall): void {
    for (const check of this.checks) check(call);
  }

  private credentialOf(call: RpcCall): Credential {
    const credential = this.shown.of(call);
    if (credential !== undefined) return credential;
    this.outcomes.missing++;
    throw refusal('no credential is shown');
  }

  private authenticatorOf({ kind }: Credential): Authenticator {
    const authenticator = this.authenticators[kind];
    if (authenticator === undefined) throw this.outcomes.failed(kind, refusal(`no ${kind} is taken`));
    return authenticator;
  }

  private identify(credential: Credential, call: RpcCall): Identity | Promise<Identity> {
    const { kind } = credential;
    const authenticator = this.authenticatorOf(credential);
    try {
      const identity = authenticator.authenticate(credential);
      return identity instanceof Promise
        ? this.failures.watch(call.clientAddress, this.outcomes.watch(kind, identity))
        : identity;
    } catch (error) {
      throw this.failures.count(call.clientAddress, this.outcomes.failed(kind, error));
    }
  }

  private endSession({ http }: RpcCall): void {
    if (http !== undefined) this.cookies.clear(http);
  }
}
