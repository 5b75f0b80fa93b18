import { PermissionDeniedError } from '@pennon/domain';
import { isOriginOf, isSafeVerb, type RpcCall } from '@pennon/api';

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
