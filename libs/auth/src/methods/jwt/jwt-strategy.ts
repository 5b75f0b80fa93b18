import { type KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import { type JwtConfig } from '@pennon/config';
import { MICROS_PER_SECOND, type Clock, type JwtIdentity } from '@pennon/domain';
import passport from 'passport';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { ClaimRoles } from '../../roles/claim-roles';
import { hashOf } from '../../tokens/client-token';
import { type Claims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { type SignedToken } from '../keys/signed-token';
import { type VerificationKey } from '../keys/verification-key';
import { payloadSignedBy } from '../keys/verify-signature';
import { checkOrigin } from './check-origin';
import { checkTimes } from './check-times';
import { metadataOfJwt } from './jwt-metadata';

const MILLISECONDS_PER_SECOND = 1000;

/** How long a verified token is accepted without verifying it again, unless it expires before. Seconds. */
const MAX_AGE = 60;

/** Characters of a hash that tell tokens apart, of six bits each. */
const HASH_LENGTH = 12;

/** What the strategy reads in place of a request: a token from either door, and a key for tokens like it. */
export interface JwtAttempt {
  readonly token: SignedToken;
  /** What the token says; nothing of it is proved. */
  readonly claims: Claims;
  readonly key: VerificationKey;
}

/** A token that was verified. */
export interface VerifiedJwt {
  readonly identity: JwtIdentity;
  /** Until when that counts, in seconds since the epoch. */
  readonly goodUntil: number;
}

/** What the operator asks of tokens. */
export type JwtRules = Pick<
  JwtConfig,
  'algorithms' | 'clockSkew' | 'copyClaims' | 'roleClaim' | 'roles' | 'validateClaims'
>;

type KeyCallback = (refusal: null, key: KeyObject) => void;

/**
 * passport-jwt for {@link JwtAttempt}s: it verifies the signature, `validate` does the rest (docs/adr/0030).
 *
 * It ends in success with a {@link VerifiedJwt}. It fails with an {@link InvalidTokenError} if the key has signed the
 * token and the rules refuse it, and with any other reason if another key may have signed it.
 */
export class JwtStrategy extends PassportStrategy(Strategy) {
  private readonly roles: ClaimRoles;

  constructor(
    private readonly rules: JwtRules,
    private readonly clock: Clock,
  ) {
    const options = {
      jwtFromRequest: ({ token }: JwtAttempt) => token.text,
      secretOrKeyProvider: ({ key }: JwtAttempt, _text: string, done: KeyCallback) => {
        done(null, key.key);
      },
      algorithms: rules.algorithms,
      // The package accepts tokens without any time and has one clock; `checkTimes` has other rules.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
      passReqToCallback: true,
    };
    // Its types know neither EdDSA nor keys that have been read.
    super(options as unknown as StrategyOptionsWithRequest);
    this.roles = new ClaimRoles(rules, 'jwt');
  }

  /** EdDSA is the one algorithm that passport-jwt does not verify. */
  override authenticate(request: object, options?: object): void {
    const attempt = request as JwtAttempt;
    if (attempt.token.algorithm === 'EdDSA') void this.authenticateByJose(attempt);
    else super.authenticate(request as never, options);
  }

  /** The user of passport, or false and the reason; it is asked about tokens that the key has signed. */
  validate({ token, claims }: JwtAttempt): readonly [VerifiedJwt] | readonly [false, InvalidTokenError] {
    try {
      return [this.verified(token, claims)];
    } catch (error) {
      if (!(error instanceof InvalidTokenError)) throw error;
      return [false, error];
    }
  }

  /** It is registered nowhere: `JwtAuthenticator` runs it. */
  getPassportInstance(): passport.Authenticator {
    return new passport.Authenticator();
  }

  private async authenticateByJose(attempt: JwtAttempt): Promise<void> {
    try {
      const isSigned = (await payloadSignedBy(attempt.key, attempt.token)) !== undefined;
      const [verified, reason] = isSigned ? this.validate(attempt) : [false, 'invalid signature'];
      if (verified === false) this.fail(reason, 401);
      else this.success(verified);
    } catch (error) {
      this.error(error as Error);
    }
  }

  private verified(token: SignedToken, claims: Claims): VerifiedJwt {
    const { clockSkew, copyClaims, validateClaims } = this.rules;
    const now = this.clock.now() / MICROS_PER_SECOND;
    const end = checkTimes(claims, now, clockSkew / MILLISECONDS_PER_SECOND);
    checkOrigin(claims, validateClaims);
    const role = copyClaims || this.roles.hasRules ? this.roles.of(claims) : undefined;
    const metadata = metadataOfJwt(claims, copyClaims, role);
    const identity = { id: '', method: 'jwt', subject: subjectOf(token, claims), metadata } as const;
    return { identity, goodUntil: Math.min(end, now + MAX_AGE) };
  }
}

/** A subject is unique at its issuer alone. Source: RFC 7519, 4.1.2. */
function subjectOf({ text }: SignedToken, { iss, sub }: Claims): string {
  if (typeof sub !== 'string' || sub === '') return `token ${hashOf(text).slice(0, HASH_LENGTH)}`;
  return typeof iss === 'string' ? `${iss} ${sub}` : sub;
}
