/** True for what is an object in JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A token that proves nothing. The message says why, for the log alone; it holds nothing of the token. */
export class InvalidTokenError extends Error {
  override readonly name: string = 'InvalidTokenError';
}

/** A token by an algorithm that is not allowed. */
export class DisallowedAlgorithmError extends InvalidTokenError {
  /** @param algorithm What the token claims to be signed by. */
  constructor(readonly algorithm: unknown) {
    const isName = typeof algorithm === 'string' && /^[\w-]{1,16}$/.test(algorithm);
    super(isName ? `the algorithm ${algorithm} is not allowed` : 'the algorithm is not allowed');
  }
}

/** A token that names a key which is not among those at hand: there may be a new one. */
export class UnknownKeyError extends InvalidTokenError {
  constructor() {
    super('no key has the id that the token names');
  }
}

/** What a token says, by name; nothing is known of the types. */
export type Claims = Readonly<Record<string, unknown>>;

/** How deep claims may be nested. Some issuers nest three deep; functions that recurse are safe far beyond this. */
const MAX_DEPTH = 32;

/** Names that mean something to everybody. Source: RFC 7519, 4.1. */
const registered: ReadonlySet<string> = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']);

/**
 * The claims of a payload whose signature is verified.
 *
 * Names that differ by the case of letters alone are refused: somebody who does not tell them apart would read another
 * token than we do.
 *
 * @throws InvalidTokenError if the payload is not the JSON of an object, is nested too deeply, or has two such names.
 */
export function readClaims(payload: Uint8Array): Claims {
  const claims = parse(payload);
  if (!isObject(claims)) throw new InvalidTokenError('the claims must be an object');
  assertBoundedDepth(claims);
  const folded = new Set<string>(registered);
  for (const name of Object.keys(claims)) {
    if (registered.has(name)) continue;
    const fold = foldCase(name);
    if (folded.has(fold)) throw new InvalidTokenError('two claims differ by case alone');
    folded.add(fold);
  }
  return claims;
}

/** @throws InvalidTokenError if claims are nested so deeply that whatever recurses over them could fail. */
export function assertBoundedDepth(claims: Claims): void {
  let level: readonly unknown[] = [claims];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidTokenError(`the claims are nested more than ${MAX_DEPTH} deep`);
    level = level.flatMap((value): readonly unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw new InvalidTokenError('the claims are not JSON');
  }
}

/** Up and down again, because `ſ` is an `s` and `K` (the sign of kelvin) a `k` to those who fold case. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** The time that a claim tells, in seconds since the epoch; undefined when it is not there. */
export function timeClaim(claims: Claims, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const time = claims[name];
  if (time === undefined) return undefined;
  if (typeof time !== 'number' || !Number.isFinite(time))
    throw new InvalidTokenError(`${name} must be a time`);
  return time;
}

/** The audiences that a token is for: `aud` is one text or a list of them. */
export function audiencesOf({ aud }: Claims): readonly string[] {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return audiences.filter((audience) => typeof audience === 'string');
}

/**
 * @param expected Audiences of which the token has to be for one; none to let any token pass.
 * @throws InvalidTokenError if it is for others.
 */
export function checkAudience(claims: Claims, expected: readonly string[]): void {
  const isMeant =
    expected.length === 0 || audiencesOf(claims).some((audience) => expected.includes(audience));
  if (!isMeant) throw new InvalidTokenError('the token is for another audience');
}

/**
 * The value of a claim by its name, or by its path: `realm_access.roles` is the claim of that name, else the member
 * `roles` of the claim `realm_access`. Undefined when there is none. Names may have dots on every level.
 */
export function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    const inner = Object.hasOwn(claims, name) ? claims[name] : undefined;
    const value = isObject(inner) ? valueAt(inner, path.slice(dot + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
