import { asymmetricAlgorithms, type OrchestratorConfig, readAuthorities } from '@pennon/config';
import { isObject } from '../../keys/claims';
import { credentialIn, exchangeJson, UpstreamError } from '../../keys/upstream';
import { readKeySet, type VerificationKey } from '../../keys/verification-key';
import { ClusterRefusal, type ClusterPurpose } from './cluster-refusal';

/** How the cluster is reached. */
export interface ClusterAccess {
  /** Where its API server is; the only place that gets to see our token. */
  readonly discoveryUrl: URL;
  /** Certificates that it is trusted by, in PEM; no others are. */
  readonly ca: Buffer;
  /** File of our own service account's token. */
  readonly tokenPath: string;
}

/**
 * Asks the cluster, by HTTPS alone. Our own token is read anew for every request, since clusters replace it, and goes
 * to the API server and nowhere else.
 */
export class ClusterClient {
  constructor(private readonly access: ClusterAccess) {}

  /**
   * Reads a document that describes the issuer.
   *
   * @throws ClusterRefusal if the API server refuses this account.
   * @throws UpstreamError if there is no answer in JSON.
   */
  async get(url: URL): Promise<unknown> {
    return this.exchange('issuer', url);
  }

  /**
   * Sends a token to be reviewed.
   *
   * @throws ClusterRefusal if the API server refuses this account.
   * @throws UpstreamError if there is no answer in JSON.
   */
  async post(url: URL, body: unknown): Promise<unknown> {
    return this.exchange('review', url, body);
  }

  private async exchange(purpose: ClusterPurpose, url: URL, body?: unknown): Promise<unknown> {
    if (url.protocol !== 'https:') throw new UpstreamError(`${url.origin} must be asked by https`);
    const { ca, discoveryUrl, tokenPath } = this.access;
    // Another host does not get our token, and what it refuses says nothing of our account.
    if (url.origin !== discoveryUrl.origin) return exchangeJson({ url, body, ca });
    try {
      return await exchangeJson({ url, body, ca, headers: await credentialIn(tokenPath) });
    } catch (error) {
      throw ClusterRefusal.of(purpose, url, error) ?? error;
    }
  }
}

/**
 * What asks the cluster that the operator has named. The cluster need not be there yet.
 *
 * @throws Error if the certificates can't be read.
 */
export function openCluster({
  discoveryUrl,
  caPath,
  serviceAccountTokenPath,
}: OrchestratorConfig): ClusterClient {
  const ca = readAuthorities(caPath);
  return new ClusterClient({ discoveryUrl: new URL(discoveryUrl), ca, tokenPath: serviceAccountTokenPath });
}

/** Whoever signs the tokens of a cluster's service accounts. */
export interface ClusterIssuer {
  /** What tokens have to name as their issuer; it need not be the URL where it was discovered. */
  readonly issuer: string;
  /** Algorithms that it signs by. */
  readonly algorithms: readonly string[];
  readonly keys: readonly VerificationKey[];
}

/** What the cluster says of its issuer. */
interface Discovery {
  readonly issuer: string;
  readonly jwksUri: URL;
  readonly algorithms: readonly string[];
}

/**
 * Asks the cluster who signs the tokens of its service accounts, and with which keys.
 *
 * @throws UpstreamError if it cannot be asked, or says what cannot be used.
 */
export async function discoverIssuer(client: ClusterClient, discoveryUrl: URL): Promise<ClusterIssuer> {
  const { issuer, jwksUri, algorithms } = readDiscovery(
    await client.get(below(discoveryUrl, '/.well-known/openid-configuration')),
  );
  return { issuer, algorithms, keys: await fetchKeys(client, jwksUri, discoveryUrl) };
}

/** The URL of a path below another URL's. */
export function below(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

function readDiscovery(document: unknown): Discovery {
  if (!isObject(document)) throw new UpstreamError('the discovery document is no object');
  const { issuer, jwks_uri: jwksUri, id_token_signing_alg_values_supported: advertised } = document;
  if (typeof issuer !== 'string' || issuer === '') throw new UpstreamError('the cluster names no issuer');
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) {
    throw new UpstreamError('the cluster does not say where its keys are');
  }
  return { issuer, jwksUri: new URL(jwksUri), algorithms: algorithmsOf(advertised) };
}

/** RS256 unless the cluster says more; whatever it says, never one whose key is no secret of the issuer. */
function algorithmsOf(advertised: unknown): readonly string[] {
  if (!Array.isArray(advertised)) return ['RS256'];
  return asymmetricAlgorithms.filter((algorithm) => advertised.includes(algorithm));
}

/**
 * The keys, from where the cluster says they are. Many clusters name an address of their API server that cannot be
 * reached, or not without a token; then the API server is asked where it was found, for the same path.
 */
async function fetchKeys(
  client: ClusterClient,
  jwksUri: URL,
  discoveryUrl: URL,
): Promise<readonly VerificationKey[]> {
  try {
    return readKeySet(await client.get(jwksUri));
  } catch (error) {
    const isElsewhere = jwksUri.protocol === 'https:' && jwksUri.origin !== discoveryUrl.origin;
    if (!(error instanceof UpstreamError) || !isElsewhere) throw error;
    const there = new URL(`${jwksUri.pathname}${jwksUri.search}`, discoveryUrl);
    return readKeySet(await client.get(there));
  }
}
