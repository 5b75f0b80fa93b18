import { audiencesOf, type Claims } from '../keys/claims';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { isObject } from '../keys/is-object';
import { UpstreamError } from '../keys/upstream-error';
import { type ClusterClient } from './cluster-client';
import { below } from './cluster-issuer';

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
