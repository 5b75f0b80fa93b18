import { isObject } from '../keys/is-object';
import { readKeySet } from '../keys/key-set';
import { UpstreamError } from '../keys/upstream-error';
import { asymmetricAlgorithms, type VerificationKey } from '../keys/verification-key';
import { type ClusterClient } from './cluster-client';

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
