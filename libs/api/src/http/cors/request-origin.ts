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
