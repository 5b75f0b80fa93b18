import { asymmetricAlgorithms, type OrchestratorConfig } from '@pennon/config';
import {
  type Clock,
  type Instant,
  MICROS_PER_MILLISECOND,
  MICROS_PER_SECOND,
  UnauthenticatedError,
  UnavailableError,
} from '@pennon/domain';
import {
  audiencesOf,
  checkAudience,
  type Claims,
  InvalidTokenError,
  isObject,
  readClaims,
  timeClaim,
} from '../../keys/claims';
import { readSignedToken, verifySignature } from '../../keys/signed-token';
import { Fetched } from '../../keys/source';
import { UpstreamError } from '../../keys/upstream';
import { givenRole, misfit, RoleWarnings } from '../../roles/role-assignment';
import { below, type ClusterClient, type ClusterIssuer, discoverIssuer } from './cluster';
import { ClusterRefusal } from './cluster-refusal';
import { isNamedBy, type ServiceAccount, serviceAccountOf } from './service-account';

const API_VERSION = 'authentication.k8s.io/v1';

/**
 * Has the API server review a token, which knows of pods and accounts that are gone. It takes the right to create
 * `tokenreviews`. Source: Kubernetes API reference, TokenReview v1.
 *
 * @param claims The verified claims of the token.
 * @throws InvalidTokenError if the API server does not accept it.
 * @throws UpstreamError if it cannot be asked, or does not let us ask.
 */
export async function reviewToken(
  client: ClusterClient,
  discoveryUrl: URL,
  token: string,
  claims: Claims,
): Promise<void> {
  // Unless told whom it is for, the API server takes it for its own.
  const audiences = audiencesOf(claims);
  const spec = { token, ...(audiences.length > 0 && { audiences }) };
  const body = { apiVersion: API_VERSION, kind: 'TokenReview', spec };
  const review = await client.post(below(discoveryUrl, `/apis/${API_VERSION}/tokenreviews`), body);
  const status: unknown = isObject(review) ? review.status : undefined;
  if (!isObject(status)) throw new UpstreamError('the review of a token has no status');
  if (status.authenticated !== true) throw new InvalidTokenError('the cluster does not accept the token');
}

/** How much too early a token may come, in seconds: clocks differ. */
const NOT_BEFORE_LEEWAY = 300;

/** A service account that has proved itself. */
export interface VerifiedAccount {
  readonly account: ServiceAccount;
  /** The roles that the operator gives it; undefined for none. */
  readonly role: string | undefined;
  /** When its login ends: with its token, or after the lifetime that the operator sets. */
  readonly expiresAt: Instant;
}

/** Tells whose a service account token of the cluster is. */
export class ServiceAccountVerifier {
  private readonly discoveryUrl: URL;
  private readonly issuer: Fetched<ClusterIssuer>;
  private readonly warnings: RoleWarnings;

  /** @param needsRole Whether workloads can do nothing but evaluate without a role. */
  constructor(
    private readonly config: Pick<
      OrchestratorConfig,
      'discoveryUrl' | 'audiences' | 'allowedServiceAccounts' | 'roles' | 'tokenReview' | 'tokenLifetime'
    >,
    private readonly client: ClusterClient,
    private readonly clock: Clock,
    needsRole = false,
  ) {
    this.warnings = new RoleWarnings('orchestrator', needsRole);
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
      throw new UnavailableError(`verifying service account: ${reasonForCaller(error)}`, { cause: error });
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
      this.warnings.tell('a service account is not allowed to log in', {
        reason: misfit('account', [`${account.namespace}/${account.name}`], allowed),
      });
      throw new InvalidTokenError('the service account is not allowed');
    }
    if (tokenReview) await reviewToken(this.client, this.discoveryUrl, text, claims);
    const role = givenRole(roles, isNamed);
    const subjects = roles.map(({ subject }) => subject);
    this.warnings.missing(role, () => misfit('account', [`${account.namespace}/${account.name}`], subjects));
    return { account, role, expiresAt: this.endOfLogin(expiresAt) };
  }

  /** @param tokenExpiresAt When the token of the service account expires. */
  private endOfLogin(tokenExpiresAt: Instant): Instant {
    const { tokenLifetime } = this.config;
    if (tokenLifetime === undefined) return tokenExpiresAt;
    return Math.min(tokenExpiresAt, this.clock.now() + tokenLifetime * MICROS_PER_MILLISECOND);
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

/**
 * Why the cluster could not be asked, as the caller may know. Only a workload whose token is verified gets to a review;
 * the issuer is asked also for an anonymous caller.
 */
function reasonForCaller(error: UpstreamError): string {
  if (!(error instanceof ClusterRefusal)) return 'the issuer cannot be reached';
  return error.purpose === 'review' ? error.advice : 'the cluster refuses this server: see its log';
}
