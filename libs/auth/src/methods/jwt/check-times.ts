import { timeClaim, type Claims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';

/**
 * How long a token is good that does not say it, and how long before its end one begins that says only that. Seconds.
 */
const DEFAULT_LIFETIME = 150;

/**
 * Holds a token to its time.
 *
 * @param now Seconds since the epoch.
 * @param skew How far the issuer's clock may be off, in seconds.
 * @returns the last moment at which it is good, in seconds since the epoch.
 * @throws InvalidTokenError if it has expired, is not good yet, or says nothing of time.
 */
export function checkTimes(claims: Claims, now: number, skew: number): number {
  const issuedAt = timeClaim(claims, 'iat');
  const notBefore = timeClaim(claims, 'nbf');
  const expiry = timeClaim(claims, 'exp');
  const beginning = Math.max(issuedAt ?? -Infinity, notBefore ?? -Infinity);
  const end = expiry ?? beginning + DEFAULT_LIFETIME;
  if (end === -Infinity) throw new InvalidTokenError('the token tells no time');
  const firstMoment = notBefore ?? issuedAt ?? end - DEFAULT_LIFETIME;
  if (now > end + skew) throw new InvalidTokenError('the token has expired');
  if (now < firstMoment - skew) throw new InvalidTokenError('the token is not good yet');
  if (now < (issuedAt ?? -Infinity) - skew) throw new InvalidTokenError('the token is from the future');
  return end + skew;
}
