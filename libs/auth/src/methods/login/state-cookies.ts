import { type HttpExchange, type RpcCall } from '@pennon/api';
import { type SessionConfig } from '@pennon/config';
import { isSameSecret } from '../../credentials/same-secret';
import { hashOfState } from './login-secrets';
import { StateMismatch } from './login-failure';

/** Names of the cookie, and of the metadata over gRPC; the second is Flipt v1's. */
const STATE_NAMES = ['service_client_state', 'flipt_client_state'] as const;

/** Enough of a hash to keep apart the logins of one browser. Characters. */
const TAG_LENGTH = 16;

/**
 * Binds logins to the browser that began them: it holds the state in a cookie.
 *
 * There is one cookie by the known name, for the login that began last, and one with a bit of the state's hash in its
 * name, so that logins in several tabs do not overwrite each other.
 */
export class StateCookies {
  private readonly names: readonly string[];

  /** @param fliptAliases Whether Flipt v1's name is used beside ours. */
  constructor(
    private readonly config: SessionConfig,
    fliptAliases: boolean,
  ) {
    this.names = fliptAliases ? STATE_NAMES : STATE_NAMES.slice(0, 1);
  }

  /** Has the browser keep a state. @param path Path of the callback as the browser sees it. */
  set(http: HttpExchange, path: string, state: string): void {
    const expires = new Date(Date.now() + this.config.stateLifetime);
    for (const name of [...this.names, ownName(state)]) {
      http.setCookie(name, state, { ...this.attributes, path, expires });
    }
  }

  /**
   * Has the browser forget a state, in every cookie that holds it; the others are of logins that may go on.
   *
   * @param path The path it was set with.
   */
  clear(http: HttpExchange, call: RpcCall, path: string, state: string): void {
    for (const name of [...this.names, ownName(state)]) {
      const held = call.cookie(name);
      if (held === undefined || !isSameSecret(held, state)) continue;
      http.setCookie(name, '', { ...this.attributes, path, maxAge: 0 });
    }
  }

  /**
   * Sees to it that a callback comes from where its login began.
   *
   * @throws StateMismatch if it brings no state, or none of this browser's.
   */
  assertHeld(call: RpcCall, state: string): void {
    const held = this.heldBy(call, state).filter((each) => each.trim() !== '');
    if (state.trim() === '' || held.length === 0) throw new StateMismatch('missing');
    if (!held.some((each) => isSameSecret(each, state))) throw new StateMismatch();
  }

  /** The states that the caller holds and that may be this one; over gRPC the first one given counts. */
  private heldBy(call: RpcCall, state: string): readonly string[] {
    if (call.http === undefined) {
      const [first = ''] = this.names.map((name) => call.header(name)).filter((each) => each !== undefined);
      return [first];
    }
    return [ownName(state), ...this.names].map((name) => call.cookie(name) ?? '');
  }

  /** Lax, because the browser comes from another site. Browsers reject `Domain=localhost`. */
  private get attributes() {
    const { domain, secure } = this.config;
    const isNamed = domain !== undefined && domain !== 'localhost';
    return { secure, sameSite: 'lax', ...(isNamed && { domain }) } as const;
  }
}

function ownName(state: string): string {
  return `${STATE_NAMES[0]}_${hashOfState(state).slice(0, TAG_LENGTH)}`;
}
