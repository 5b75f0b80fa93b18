import { type IncomingMessage } from 'node:http';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { Refusal } from './refusal';

/** A key pair of AWS. */
interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What an `Authorization` header of Signature Version 4 says. */
interface Claim {
  readonly accessKeyId: string;
  readonly region: string;
  readonly signedHeaders: Set<string>;
  readonly signature: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^\s/]+)\/\d{8}\/([^\s/]+)\/s3\/aws4_request, ?SignedHeaders=([^\s,]+), ?Signature=([\da-f]{64})$/;

/** How far the time of a request may be from the server's, in milliseconds. */
const MAX_SKEW_MS = 15 * 60 * 1000;

/**
 * Recomputes the signature of a request (AWS Signature Version 4, in headers) from the secret of its access key.
 *
 * @throws Refusal with the status and code that S3 answers: an anonymous request, a malformed or foreign signature, an
 *   unknown access key, a header of AWS that is not signed, a time more than 15 minutes off.
 */
export async function assertSigned(request: IncomingMessage, keyPair: KeyPair): Promise<void> {
  const { accessKeyId, region, signedHeaders, signature } = claimOf(request);
  if (accessKeyId !== keyPair.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  const signingDate = timeOf(request);
  if (Math.abs(signingDate.getTime() - Date.now()) > MAX_SKEW_MS)
    throw new Refusal(403, 'RequestTimeTooSkewed');
  const isUnsigned = (name: string): boolean =>
    (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.has(name);
  if (Object.keys(request.headers).some(isUnsigned)) throw new Refusal(403, 'AccessDenied');
  const sha256 = Hash.bind(null, 'sha256');
  const scope = { service: 's3', region, uriEscapePath: false };
  const signer = new SignatureV4({ ...scope, credentials: keyPair, sha256 });
  const options = { signingDate, signableHeaders: signedHeaders };
  const signed = await signer.sign(canonical(request, signedHeaders), options);
  if (signed.headers.authorization?.endsWith(`Signature=${signature}`) !== true)
    throw new Refusal(403, 'SignatureDoesNotMatch');
}

function claimOf({ headers }: IncomingMessage): Claim {
  if (headers.authorization === undefined) throw new Refusal(403, 'AccessDenied');
  const [, accessKeyId, region, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization) ?? [];
  if (accessKeyId === undefined || region === undefined || signature === undefined)
    throw new Refusal(400, 'AuthorizationHeaderMalformed');
  return { accessKeyId, region, signature, signedHeaders: new Set(signedHeaders?.split(';')) };
}

function timeOf({ headers }: IncomingMessage): Date {
  const time = String(headers['x-amz-date']);
  if (!/^\d{8}T\d{6}Z$/.test(time)) throw new Refusal(403, 'AccessDenied');
  return new Date(time.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'));
}

/** The signed parts of a request, as the signer takes them. */
function canonical(
  { method = '', url = '', headers }: IncomingMessage,
  signedHeaders: ReadonlySet<string>,
): Parameters<SignatureV4['sign']>[0] {
  const [path = '', search] = url.split('?', 2);
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
  const signed = [...signedHeaders].map((name) => [name, String(headers[name] ?? '')]);
  const origin = { protocol: 'http:', hostname: 'localhost' };
  return { ...origin, method, path, query, headers: Object.fromEntries(signed) as Record<string, string> };
}
