import { type HttpExchange, isOriginOf, isSafeVerb, type RpcCall } from '@pennon/api';
import type { SessionConfig } from '@pennon/config';
import { PermissionDeniedError } from '@pennon/domain';

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

/** Where a request comes from, as browsers tell, if it does not come from another site. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Keeps other sites from acting with the session of a browser that visits them.
 *
 * Browsers say by themselves where a request comes from, and pages cannot make them lie. What is no browser says
 * nothing, and has no session that it does not know of.
 *
 * @param trustedOrigins Origins, `scheme://host[:port]`, that may act all the same.
 * @throws PermissionDeniedError if the call would change something, and comes from another site.
 */
export function assertSameSite(call: RpcCall, trustedOrigins: readonly string[]): void {
  const { http } = call;
  if (http === undefined || isSafeVerb(http.verb)) return;
  const origin = call.header('origin');
  if (origin !== undefined && trustedOrigins.includes(origin)) return;
  const site = call.header('sec-fetch-site');
  // Older browsers tell nothing but the origin.
  const isOfHost = origin === undefined || isOriginOf(origin, call.header('host'));
  const isOwn = site === undefined ? isOfHost : ownSites.has(site);
  if (!isOwn)
    throw new PermissionDeniedError('cross-origin request refused: the session is for this site alone');
}
