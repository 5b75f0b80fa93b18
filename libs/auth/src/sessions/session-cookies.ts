import { type HttpExchange, type RpcCall } from '@pennon/api';
import { type SessionConfig } from '@pennon/config';

/** Names of the session cookie, in the order of preference; the second is Flipt v1's. */
const SESSION_NAMES = ['service_client_token', 'flipt_client_token'] as const;

/** The session cookies of browsers. */
export class SessionCookies {
  /** What a session cookie may be called. */
  readonly names: readonly string[];

  /** @param fliptAliases Whether Flipt v1's name is used beside ours. */
  constructor(
    private readonly config: SessionConfig,
    fliptAliases: boolean,
  ) {
    this.names = fliptAliases ? SESSION_NAMES : SESSION_NAMES.slice(0, 1);
  }

  /** True if the browser has sent one. */
  isIn(call: RpcCall): boolean {
    return this.names.some((name) => call.cookie(name) !== undefined);
  }

  /** Gives the browser a session. @param expires When it ends. */
  set(http: HttpExchange, clientToken: string, expires: Date): void {
    const [attributes, ...others] = this.attributesIn(http);
    for (const name of this.names) {
      for (const other of others) http.setCookie(name, '', { ...other, maxAge: 0 });
      http.setCookie(name, clientToken, { ...attributes, expires });
    }
  }

  /** Has the browser forget its session. */
  clear(http: HttpExchange): void {
    for (const attributes of this.attributesIn(http))
      for (const name of this.names) http.setCookie(name, '', { ...attributes, maxAge: 0 });
  }

  /**
   * What a session cookie is set with, and after it what one may have been set with before.
   *
   * It is for the host that is called alone, so that no other host below it gets the session, unless the settings name
   * another one. `Path=/` also where a proxy strips a path, so that every page below it has the session; else the base
   * path.
   */
  private attributesIn({ cookiePath: path, host }: HttpExchange) {
    const { domain, secure } = this.config;
    const ofHost = { path, secure, sameSite: 'strict' } as const;
    if (domain === undefined) return [ofHost] as const;
    const ofDomain = { ...ofHost, domain };
    return host === domain ? ([ofHost, ofDomain] as const) : ([ofDomain] as const);
  }
}
