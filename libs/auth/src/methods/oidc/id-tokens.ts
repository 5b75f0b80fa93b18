import { createHash } from 'node:crypto';
import { asymmetricAlgorithms, type SignatureAlgorithm } from '@pennon/config';
import { canonicalIssuer } from '@pennon/domain';
import {
  audiencesOf,
  type Claims,
  DisallowedAlgorithmError,
  InvalidTokenError,
  readClaims,
  timeClaim,
} from '../../keys/claims';
import { readSignedToken, type SignedToken, verifySignature } from '../../keys/signed-token';
import { Fetched, type Source } from '../../keys/source';
import { exchangeJson, ProviderSetupError } from '../../keys/upstream';
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
  /** Algorithms that ID tokens may be signed by. */
  readonly allowed: readonly SignatureAlgorithm[];
  /** Algorithms that UserInfo may be signed by. */
  readonly allowedForUserInfo: readonly SignatureAlgorithm[];
  /** The setting that allows algorithms. */
  readonly setting: string;
  /** How far its clock may be ahead of ours. Milliseconds. */
  readonly clockSkew: number;
}

/** Tells what a provider vouches for in an ID token, and in UserInfo that it signs. */
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
   * @throws ProviderSetupError if it is signed by an algorithm that the settings do not allow, though they could.
   * @throws UpstreamError if the keys of the provider cannot be had.
   */
  async verify(idToken: string, { nonce, code, accessToken }: TokenContext): Promise<Claims> {
    const { allowed } = this.issuer;
    const token = this.read(idToken, allowed);
    const claims = await this.claimsOf(token, allowed);
    this.checkOrigin(claims);
    checkTimes(claims, this.now() / 1000, this.issuer.clockSkew / 1000);
    if (!isSame(claims.nonce, nonce)) throw new InvalidTokenError('the token is of another login');
    checkTie(claims.at_hash, tokenHash(token.algorithm, accessToken));
    checkTie(claims.c_hash, tokenHash(token.algorithm, code));
    return claims;
  }

  /**
   * The claims of UserInfo that comes as a signed token. It need not say whom it is by and for (OpenID Connect Core
   * 1.0, 5.3.2).
   *
   * @throws as {@link verify}.
   */
  async verifyUserInfo(text: string): Promise<Claims> {
    const { allowedForUserInfo, clientId } = this.issuer;
    const claims = await this.claimsOf(this.read(text, allowedForUserInfo), allowedForUserInfo);
    const { iss, aud } = claims;
    if (iss !== undefined && !this.isBy(iss)) throw new InvalidTokenError('UserInfo is by another issuer');
    if (aud !== undefined && !audiencesOf(claims).includes(clientId))
      throw new InvalidTokenError('UserInfo is for another audience');
    const exp = timeClaim(claims, 'exp');
    if (exp !== undefined && exp <= this.now() / 1000) throw new InvalidTokenError('UserInfo has expired');
    return claims;
  }

  private read(text: string, allowed: readonly SignatureAlgorithm[]): SignedToken {
    try {
      return readSignedToken(text, allowed);
    } catch (error) {
      if (!(error instanceof DisallowedAlgorithmError) || !isAsymmetric(error.algorithm)) throw error;
      const { key, setting } = this.issuer;
      throw new ProviderSetupError(
        `${key} signs by ${error.algorithm}, and ${allowed.join(', ')} is allowed: set ${setting}`,
      );
    }
  }

  private async claimsOf(token: SignedToken, allowed: readonly SignatureAlgorithm[]): Promise<Claims> {
    return readClaims(await this.keys.use(async (keys) => verifySignature(token, keys, allowed)));
  }

  private isBy(iss: unknown): boolean {
    return typeof iss === 'string' && canonicalIssuer(iss) === this.issuer.description.issuer;
  }

  private checkOrigin(claims: Claims): void {
    const { iss, sub, azp } = claims;
    const { clientId } = this.issuer;
    if (!this.isBy(iss)) throw new InvalidTokenError('the token is by another issuer');
    if (typeof sub !== 'string' || sub.trim() === '') throw new InvalidTokenError('the token has no subject');
    const audiences = audiencesOf(claims);
    const isOurs = azp === clientId || (azp === undefined && audiences.length === 1);
    if (!audiences.includes(clientId) || !isOurs)
      throw new InvalidTokenError('the token is for another audience');
  }
}

function isAsymmetric(algorithm: unknown): algorithm is SignatureAlgorithm {
  return (asymmetricAlgorithms as readonly unknown[]).includes(algorithm);
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
