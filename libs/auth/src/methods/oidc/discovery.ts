import {
  assertSecureUrl,
  exchangeJson,
  NotJsonError,
  type UpstreamError,
  UpstreamStatusError,
} from '../../keys/upstream';
import { isObject } from '../../keys/claims';
import { setupError } from '../login/provider-client';

/** What is needed of a provider's description of itself (OpenID Connect Discovery 1.0, 3). */
export interface ProviderDescription {
  readonly issuer: string;
  readonly authorizationEndpoint: URL;
  readonly tokenEndpoint: URL;
  readonly jwksUri: URL;
  /** Where it tells more of a person than the ID token does; undefined when it has no such place. */
  readonly userInfoEndpoint: URL | undefined;
  /** Algorithms that it says it signs ID tokens by; undefined when it does not say. */
  readonly algorithms: readonly string[] | undefined;
  /** Whether it says with every answer of a login which issuer it is (RFC 9207). */
  readonly namesItself: boolean;
  /** Whether it takes our secret in the `Authorization` header, which is so unless it says otherwise. */
  readonly takesBasic: boolean;
}

/**
 * Asks an issuer for its description.
 *
 * @throws ProviderSetupError if there is none at this issuer, or it calls itself otherwise.
 * @throws UpstreamError if it cannot be asked now.
 */
export async function discover(issuer: string): Promise<ProviderDescription> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const document = await exchangeJson({ url }).catch((error: unknown) => {
    const reason = setupFault(error as UpstreamError);
    throw reason === undefined ? error : setupError(url, `${reason}: the configured issuer is ${issuer}`);
  });
  if (!isObject(document)) throw setupError(url, 'does not answer an object');
  // Letter by letter: an issuer that speaks for another one could lend its name to anybody.
  if (document.issuer !== issuer)
    throw setupError(url, `says ${named(document.issuer)}, configured is ${issuer}`);
  const endpoint = (name: string): URL => endpointOf(url, document, name);
  const methods = words(document.token_endpoint_auth_methods_supported);
  return {
    issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    jwksUri: endpoint('jwks_uri'),
    userInfoEndpoint: urlOf(document.userinfo_endpoint),
    algorithms: words(document.id_token_signing_alg_values_supported),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    takesBasic: methods?.includes('client_secret_basic') ?? true,
  };
}

function endpointOf(url: URL, document: Readonly<Record<string, unknown>>, name: string): URL {
  const endpoint = urlOf(document[name]);
  if (endpoint === undefined) throw setupError(url, `has no ${name}`);
  assertSecureUrl(endpoint);
  return endpoint;
}

/** What is wrong with an answer that says that this is no issuer; undefined for an outage. */
function setupFault({ cause }: UpstreamError): string | undefined {
  if (cause instanceof NotJsonError) return cause.message;
  const isRefused = cause instanceof UpstreamStatusError && isLasting(cause.status);
  return isRefused ? `answers ${cause.status}` : undefined;
}

/** True for the status of a refusal that does not pass, as that of a timeout or of too many requests does. */
function isLasting(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

/** An issuer as it may be logged. */
function named(issuer: unknown): string {
  return typeof issuer === 'string' && /^[!-~]{1,200}$/.test(issuer) ? issuer : 'no issuer';
}

function urlOf(value: unknown): URL | undefined {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
}

function words(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : undefined;
}
