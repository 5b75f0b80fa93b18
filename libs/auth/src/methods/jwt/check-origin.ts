import { type JwtConfig } from '@pennon/config';
import { checkAudience, type Claims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';

/**
 * Holds a token to who issued it, whom it is about and whom it is for, as far as the operator says so.
 *
 * @throws InvalidTokenError if one of them is another.
 */
export function checkOrigin(claims: Claims, expected: JwtConfig['validateClaims']): void {
  const { issuer, subject, audiences } = expected;
  if (issuer !== undefined && claims.iss !== issuer) throw new InvalidTokenError('the issuer is another');
  if (subject !== undefined && claims.sub !== subject) throw new InvalidTokenError('the subject is another');
  checkAudience(claims, audiences);
}
