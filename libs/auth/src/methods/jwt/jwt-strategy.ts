import type { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import type { JwtConfig } from '@pennon/config';
import { type Clock, type JwtIdentity, MICROS_PER_SECOND } from '@pennon/domain';
import { hashOf } from '../../credentials/client-token';
import { checkAudience, type Claims, InvalidTokenError, timeClaim } from '../../keys/claims';
import { payloadSignedBy, type SignedToken } from '../../keys/signed-token';
import type { VerificationKey } from '../../keys/verification-key';
import { ClaimRoles } from '../../roles/role-assignment';
import { metadataOfJwt } from './jwt-metadata';

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
  if (end === -Infinity) throw new InvalidTokenError('the token has none of iat, nbf and exp');
  const firstMoment = notBefore ?? issuedAt ?? end - DEFAULT_LIFETIME;
  if (now > end + skew) throw new InvalidTokenError('the token has expired');
  if (now < firstMoment - skew) {
    const why =
      beginning === -Infinity
        ? `: it has neither iat nor nbf, so it begins ${DEFAULT_LIFETIME} s before exp`
        : '';
    throw new InvalidTokenError(`the token is not good yet${why}`);
  }
  if (now < (issuedAt ?? -Infinity) - skew) throw new InvalidTokenError('the token is from the future');
  return end + skew;
}

/**
 * Holds a token to who issued it, whom it is about and whom it is for, as far as the operator says so.
 *
 * @throws InvalidTokenError if one of them is another.
 */
export function checkOrigin(claims: Claims, expected: JwtConfig['validateClaims']): void {
  const { issuer, subject, audiences } = expected;
  if (issuer !== undefined && !(issuer as readonly unknown[]).includes(claims.iss))
    throw new InvalidTokenError('the issuer is another');
  if (subject !== undefined && claims.sub !== subject) throw new InvalidTokenError('the subject is another');
  checkAudience(claims, audiences);
}

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
  'algorithms' | 'callers' | 'clockSkew' | 'copyClaims' | 'roleClaim' | 'roles' | 'validateClaims'
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
    needsRole = false,
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
    this.roles = new ClaimRoles(rules, 'jwt', needsRole);
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
    const { callers, clockSkew, copyClaims, validateClaims } = this.rules;
    const now = this.clock.now() / MICROS_PER_SECOND;
    const end = checkTimes(claims, now, clockSkew / MILLISECONDS_PER_SECOND);
    checkOrigin(claims, validateClaims);
    const isTrusted = copyClaims || this.roles.hasRules;
    const role = isTrusted ? this.roles.of(claims) : undefined;
    const groups = isTrusted ? this.roles.groupsOf(claims) : [];
    const metadata = metadataOfJwt(claims, copyClaims, role, groups);
    const identity: JwtIdentity = {
      ...{ id: '', method: 'jwt', metadata },
      subject: subjectOf(token, claims),
      isProgram: callers === 'programs',
    };
    return { identity, goodUntil: Math.min(end, now + MAX_AGE) };
  }
}

/** A subject is unique at its issuer alone. Source: RFC 7519, 4.1.2. */
function subjectOf({ text }: SignedToken, { iss, sub }: Claims): string {
  if (typeof sub !== 'string' || sub === '') return `token ${hashOf(text).slice(0, HASH_LENGTH)}`;
  return typeof iss === 'string' ? `${iss} ${sub}` : sub;
}
