import { type OrchestratorConfig } from '@pennon/config';
import {
  MICROS_PER_SECOND,
  UnauthenticatedError,
  UnavailableError,
  type Clock,
  type Instant,
} from '@pennon/domain';
import { checkAudience, readClaims, timeClaim, type Claims } from '../keys/claims';
import { Fetched } from '../keys/fetched';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { readSignedToken } from '../keys/signed-token';
import { UpstreamError } from '../keys/upstream-error';
import { asymmetricAlgorithms } from '../keys/verification-key';
import { verifySignature } from '../keys/verify-signature';
import { givenRole } from '../../roles/given-role';
import { type ClusterClient } from './cluster-client';
import { discoverIssuer, type ClusterIssuer } from './cluster-issuer';
import { isNamedBy, serviceAccountOf, type ServiceAccount } from './service-account';
import { reviewToken } from './token-review';

/** How much too early a token may come, in seconds: clocks differ. */
const NOT_BEFORE_LEEWAY = 300;

/** A service account that has proved itself. */
export interface VerifiedAccount {
  readonly account: ServiceAccount;
  /** The roles that the operator gives it; undefined for none. */
  readonly role: string | undefined;
  /** When its token expires. */
  readonly expiresAt: Instant;
}

/** Tells whose a service account token of the cluster is. */
export class ServiceAccountVerifier {
  private readonly discoveryUrl: URL;
  private readonly issuer: Fetched<ClusterIssuer>;

  constructor(
    private readonly config: Pick<
      OrchestratorConfig,
      'discoveryUrl' | 'audiences' | 'allowedServiceAccounts' | 'roles' | 'tokenReview'
    >,
    private readonly client: ClusterClient,
    private readonly clock: Clock,
  ) {
    this.discoveryUrl = new URL(config.discoveryUrl);
    const fetch = async (): Promise<ClusterIssuer> => discoverIssuer(client, this.discoveryUrl);
    this.issuer = new Fetched({ name: 'the issuer of the cluster', fetch });
  }

  /** Asks for the issuer ahead of the first token; the service starts also when there is no answer. */
  onApplicationBootstrap(): void {
    void this.issuer.prepare();
  }

  /**
   * @throws UnauthenticatedError if the token is not good.
   * @throws UnavailableError if the cluster has to be asked and cannot be.
   */
  async verify(text: string): Promise<VerifiedAccount> {
    try {
      return await this.verifyToken(text);
    } catch (error) {
      if (error instanceof InvalidTokenError) {
        throw new UnauthenticatedError('verifying service account: token is not valid', { cause: error });
      }
      if (!(error instanceof UpstreamError)) throw error;
      throw new UnavailableError('verifying service account: the issuer cannot be reached', { cause: error });
    }
  }

  private async verifyToken(text: string): Promise<VerifiedAccount> {
    const token = readSignedToken(text, asymmetricAlgorithms);
    const claims = await this.issuer.use(async ({ issuer, algorithms, keys }) => {
      const claims = readClaims(await verifySignature(token, keys, algorithms));
      if (claims.iss !== issuer) throw new InvalidTokenError('the issuer is another');
      return claims;
    });
    const expiresAt = this.checkTimes(claims);
    checkAudience(claims, this.config.audiences);
    const account = serviceAccountOf(claims);
    const { allowedServiceAccounts: allowed, roles, tokenReview } = this.config;
    const isNamed = (pattern: string): boolean => isNamedBy(pattern, account);
    if (allowed.length > 0 && !allowed.some(isNamed)) {
      throw new InvalidTokenError('the service account is not allowed');
    }
    if (tokenReview) await reviewToken(this.client, this.discoveryUrl, text, claims);
    return { account, role: givenRole(roles, isNamed), expiresAt };
  }

  /** The end of the token, which must have one: no leeway there. */
  private checkTimes(claims: Claims): Instant {
    const now = this.clock.now();
    const notBefore = timeClaim(claims, 'nbf') ?? -Infinity;
    if (now < (notBefore - NOT_BEFORE_LEEWAY) * MICROS_PER_SECOND) {
      throw new InvalidTokenError('the token is not good yet');
    }
    const expiresAt = Math.floor((timeClaim(claims, 'exp') ?? NaN) * MICROS_PER_SECOND);
    if (!Number.isSafeInteger(expiresAt)) throw new InvalidTokenError('the token has no end');
    if (expiresAt < now) throw new InvalidTokenError('the token has expired');
    return expiresAt;
  }
}
