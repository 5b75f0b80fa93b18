import { type JwtConfig } from '@pennon/config';
import { MICROS_PER_SECOND, UnauthenticatedError, type Clock, type JwtIdentity } from '@pennon/domain';
import { LRUCache } from 'lru-cache';
import { type Credential } from '../../credential';
import { type Authenticator } from '../../gate/auth-gate';
import { refusal } from '../../refusal';
import { readClaims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { MAX_TOKEN_LENGTH, readSignedToken } from '../keys/signed-token';
import { type Source } from '../keys/source';
import { UpstreamError } from '../keys/upstream-error';
import { type VerificationKey } from '../keys/verification-key';
import { verifySignature } from '../keys/verify-signature';
import { checkOrigin } from './check-origin';
import { checkTimes } from './check-times';
import { metadataOfJwt } from './jwt-metadata';

const MILLISECONDS_PER_SECOND = 1000;

/** How long a verified token is taken without verifying it again, unless it expires before. Seconds. */
const MAX_AGE = 60;

/** Most verified tokens at hand, and their characters together; the least used make room. */
const MAX_TOKENS = 10_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A token that was verified. */
interface Verified {
  readonly identity: JwtIdentity;
  /** Until when that counts, in seconds since the epoch. */
  readonly goodUntil: number;
}

/**
 * Tells whose a JSON web token is. Nothing is stored of one.
 *
 * Verified tokens are kept at hand for a minute, under their hash, so that a token in steady use costs no waiting.
 * Source: contract/authentication.md 8.
 */
export class JwtAuthenticator implements Authenticator {
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_TOKENS, maxSize: MAX_CHARACTERS });

  constructor(
    private readonly config: Pick<JwtConfig, 'algorithms' | 'clockSkew' | 'copyClaims' | 'validateClaims'>,
    private readonly clock: Clock,
    private readonly keys: Source<readonly VerificationKey[]>,
  ) {}

  /**
   * @returns at once when the token was verified a short while ago.
   * @throws UnauthenticatedError if it is not good, also if there are no keys to tell by.
   */
  authenticate(credential: Credential): JwtIdentity | Promise<JwtIdentity> {
    if (credential.text.length > MAX_TOKEN_LENGTH) throw refusal('the token is too long');
    const { hash } = credential;
    const known = this.verified.get(hash);
    const isKnown = known !== undefined && this.clock.now() / MICROS_PER_SECOND <= known.goodUntil;
    return isKnown ? known.identity : this.verifyAndKeep(credential);
  }

  private async verifyAndKeep({ text, hash }: Credential): Promise<JwtIdentity> {
    try {
      const verified = await this.verify(text);
      this.verified.set(hash, verified, { size: text.length });
      return verified.identity;
    } catch (error) {
      if (!(error instanceof InvalidTokenError || error instanceof UpstreamError)) throw error;
      throw new UnauthenticatedError(undefined, { cause: error });
    }
  }

  private async verify(text: string): Promise<Verified> {
    const { algorithms, clockSkew, copyClaims, validateClaims } = this.config;
    const token = readSignedToken(text, algorithms);
    const payload = await this.keys.use(async (keys) => verifySignature(token, keys, algorithms));
    const claims = readClaims(payload);
    const now = this.clock.now() / MICROS_PER_SECOND;
    const end = checkTimes(claims, now, clockSkew / MILLISECONDS_PER_SECOND);
    checkOrigin(claims, validateClaims);
    const identity = { id: '', method: 'jwt', metadata: metadataOfJwt(claims, copyClaims) } as const;
    return { identity, goodUntil: Math.min(end, now + MAX_AGE) };
  }
}
