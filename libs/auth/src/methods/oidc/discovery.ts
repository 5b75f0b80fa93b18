import { assertSecureUrl } from '../keys/assert-secure-url';
import { exchangeJson } from '../keys/exchange-json';
import { isObject } from '../keys/is-object';
import { upstreamError } from '../login/provider-client';

/** What is needed of a provider's description of itself (OpenID Connect Discovery 1.0, 3). */
export interface ProviderDescription {
  readonly issuer: string;
  readonly authorizationEndpoint: URL;
  readonly tokenEndpoint: URL;
  readonly jwksUri: URL;
  /** Algorithms that it says it signs ID tokens by; undefined when it does not say. */
  readonly algorithms: readonly string[] | undefined;
  /** Whether it takes our secret in the `Authorization` header, which is so unless it says otherwise. */
  readonly takesBasic: boolean;
}

/**
 * Asks an issuer for its description.
 *
 * @throws UpstreamError if it has none that can be used, or calls itself otherwise.
 */
export async function discover(issuer: string): Promise<ProviderDescription> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const document = await exchangeJson({ url });
  if (!isObject(document)) throw upstreamError(url, 'does not answer an object');
  // Letter by letter: an issuer that speaks for another one could lend its name to anybody.
  if (document.issuer !== issuer) throw upstreamError(url, 'names another issuer');
  const endpoint = (name: string): URL => endpointOf(url, document, name);
  const methods = words(document.token_endpoint_auth_methods_supported);
  return {
    issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    jwksUri: endpoint('jwks_uri'),
    algorithms: words(document.id_token_signing_alg_values_supported),
    takesBasic: methods?.includes('client_secret_basic') ?? true,
  };
}

function endpointOf(url: URL, document: Readonly<Record<string, unknown>>, name: string): URL {
  const value = document[name];
  if (typeof value !== 'string' || !URL.canParse(value)) throw upstreamError(url, `has no ${name}`);
  const endpoint = new URL(value);
  assertSecureUrl(endpoint);
  return endpoint;
}

function words(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : undefined;
}
