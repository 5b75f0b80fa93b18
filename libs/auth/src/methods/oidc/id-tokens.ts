import { createHash } from 'node:crypto';
import type { SignatureAlgorithm } from '@pennon/config';
import { audiencesOf, type Claims, InvalidTokenError, readClaims, timeClaim } from '../../keys/claims';
import { readSignedToken, verifySignature } from '../../keys/signed-token';
import { Fetched, type Source } from '../../keys/source';
import { exchangeJson } from '../../keys/upstream';
import { readKeySet, type VerificationKey } from '../../keys/verification-key';
import { isSameSecret } from '../../credentials/same-secret';
import type { ProviderDescription } from './discovery';

/** Hashes by the size in the name of a signature algorithm; EdDSA, which names none, goes by the largest. */
const hashes: Readonly<Record<string, string>> = { '256': 'sha256', '384': 'sha384', '512': 'sha512' };

/**
 * The hash by which an ID token is tied to the code or the access token beside it: the left half, in base64url
 * (OpenID Connect Core 1.0, 3.1.3.6 and 3.3.2.11).
 *
 * @param algorithm The one that the ID token is signed by.
 */
export function tokenHash(algorithm: string, text: string): string {
  const digest = createHash(hashes[algorithm.slice(-3)] ?? 'sha512')
    .update(text)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** How far the beginning of a token may be ahead of our clock at least. Seconds. */
const NOT_BEFORE_LEEWAY = 300;

/** Issuers that write themselves in another way in their tokens. */
const otherSpellings: ReadonlyMap<string, readonly string[]> = new Map([
  ['https://accounts.google.com', ['accounts.google.com']],
]);

/** What an ID token comes with, and has to fit. */
export interface TokenContext {
  readonly nonce: string;
  readonly code: string;
  readonly accessToken: string;
}

/** What is known of a provider beforehand. */
export interface TokenIssuer {
  /** Which one, such as `oidc/acme`; for the log. */
  readonly key: string;
  readonly description: ProviderDescription;
  readonly clientId: string;
  /** Algorithms that the operator allows. */
  readonly allowed: readonly SignatureAlgorithm[];
  /** How far its clock may be ahead of ours. Milliseconds. */
  readonly clockSkew: number;
}

/** Tells what a provider vouches for in an ID token. */
export class IdTokens {
  private readonly keys: Source<readonly VerificationKey[]>;

  /** @param now Milliseconds since the epoch. */
  constructor(
    private readonly issuer: TokenIssuer,
    private readonly now: () => number = Date.now,
  ) {
    const { key, description } = issuer;
    this.keys = new Fetched({
      name: `keys of ${key}`,
      fetch: async () => readKeySet(await exchangeJson({ url: description.jwksUri })),
    });
  }

  /**
   * The claims of an ID token that was made by this provider for us, for this login, and now.
   *
   * @throws InvalidTokenError if it was not.
   * @throws UpstreamError if the keys of the provider cannot be had.
   */
  async verify(idToken: string, { nonce, code, accessToken }: TokenContext): Promise<Claims> {
    const token = readSignedToken(idToken, this.algorithms);
    const payload = await this.keys.use(async (keys) => verifySignature(token, keys, this.algorithms));
    const claims = readClaims(payload);
    this.checkOrigin(claims);
    checkTimes(claims, this.now() / 1000, this.issuer.clockSkew / 1000);
    if (!isSame(claims.nonce, nonce)) throw new InvalidTokenError('the token is of another login');
    checkTie(claims.at_hash, tokenHash(token.algorithm, accessToken));
    checkTie(claims.c_hash, tokenHash(token.algorithm, code));
    return claims;
  }

  /** What the operator allows, as far as the provider says that it signs by it. */
  private get algorithms(): readonly SignatureAlgorithm[] {
    const { allowed, description } = this.issuer;
    return allowed.filter((algorithm) => description.algorithms?.includes(algorithm) ?? true);
  }

  private checkOrigin(claims: Claims): void {
    const { description, clientId } = this.issuer;
    const { iss, sub, azp } = claims;
    const spellings: readonly unknown[] = [
      description.issuer,
      ...(otherSpellings.get(description.issuer) ?? []),
    ];
    if (!spellings.includes(iss)) {
      throw new InvalidTokenError('the token is by another issuer');
    }
    if (typeof sub !== 'string' || sub.trim() === '')
      throw new InvalidTokenError('the token is about nobody');
    const audiences = audiencesOf(claims);
    const isOurs = azp === clientId || (azp === undefined && audiences.length === 1);
    if (!audiences.includes(clientId) || !isOurs)
      throw new InvalidTokenError('the token is for somebody else');
  }
}

/**
 * There is no leeway for the end: nobody needs an ID token for longer than a moment.
 *
 * @param now Seconds since the epoch.
 * @param skew How far the provider's clock may be ahead, in seconds.
 */
function checkTimes(claims: Claims, now: number, skew: number): void {
  const [exp, iat, nbf] = (['exp', 'iat', 'nbf'] as const).map((name) => timeClaim(claims, name));
  if (exp === undefined || exp <= now) throw new InvalidTokenError('the token has expired');
  if (iat === undefined) throw new InvalidTokenError('the token does not say when it was made');
  if (iat > now + skew)
    throw new InvalidTokenError(`the token is from the future: ${ahead(iat - now, skew)}`);
  if (nbf !== undefined && nbf > now + Math.max(NOT_BEFORE_LEEWAY, skew))
    throw new InvalidTokenError(`the token is not yet good: ${ahead(nbf - now, skew)}`);
}

function ahead(seconds: number, skew: number): string {
  return `the provider's clock is ${Math.ceil(seconds)} s ahead, and clock_skew is ${skew} s`;
}

/** A code or an access token that somebody has put in place of the one that the token was made with. */
function checkTie(hash: unknown, expected: string): void {
  if (hash !== undefined && !isSame(hash, expected))
    throw new InvalidTokenError('the token is tied to others');
}

function isSame(given: unknown, expected: string): boolean {
  return typeof given === 'string' && isSameSecret(given, expected);
}
