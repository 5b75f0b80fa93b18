import type { IncomingMessage } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import type { Config } from '@pennon/config';
import { PermissionDeniedError } from '@pennon/domain';
import { answersFromSnapshots } from '../rpc/rpc-kinds';
import { AllowedOrigins } from './cors';

/** Requests that change nothing may come from anywhere. */
const safeVerbs: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for a method of HTTP that changes nothing. */
export function isSafeVerb(verb: string | undefined): boolean {
  return safeVerbs.has(verb);
}

/** True if an origin, as browsers write it, is that of a host: name, and port unless it is the usual one. */
export function isOriginOf(origin: string, host: string | readonly string[] | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Keeps pages of other sites from changing anything through the browser of whoever looks at them: also where nobody has
 * to show a credential, and an answer that the page cannot read would do harm enough.
 *
 * Browsers say by themselves where a request comes from, and pages cannot make them lie. What is no browser says
 * nothing.
 */
export class ForeignPages {
  private readonly allowed: AllowedOrigins;

  /** Origins that CORS names, and those that may act with a session, may act without one. */
  constructor({ cors, authentication: { session } }: Pick<Config, 'cors' | 'authentication'>) {
    this.allowed = new AllowedOrigins([
      ...(cors.enabled ? cors.allowedOrigins : []),
      ...session.csrf.trustedOrigins.map((origin) => origin.toLowerCase()),
    ]);
  }

  /** @throws PermissionDeniedError if the request would change something, and comes from a page of another site. */
  assertMay(request: IncomingMessage, method: DescMethod): void {
    // A page cannot show a credential of its own unless CORS lets it.
    if (isSafeVerb(request.method) || request.headers.authorization !== undefined) return;
    if (!answersFromSnapshots(method) && isForeign(request) && !this.isAllowed(request.headers.origin))
      throw new PermissionDeniedError(
        'cross-origin request refused: pages of other sites may change nothing unless cors.allowed_origins names them',
      );
  }

  private isAllowed(origin: string | undefined): boolean {
    return origin !== undefined && this.allowed.has(origin);
  }
}

/**
 * Browsers tell the site to hosts that they can trust, by TLS or because it is their own machine; others get the
 * origin.
 */
function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  const { origin } = headers;
  // A page cannot set what a proxy in front of us does.
  return (
    origin !== undefined &&
    ![headers.host, headers['x-forwarded-host']].some((host) => isOriginOf(origin, host))
  );
}
