import { ObjectStoreError, type ObjectStoreFailure } from '../object-store';

/** What the package says of a failure, of which only this much is ever told: the rest may hold credentials. */
export interface S3Failure {
  /** Code of S3, of Node.js, or of the package itself: `NoSuchBucket`, `ECONNREFUSED`, `CredentialsProviderError`. */
  readonly code: string;
  /** Status of the answer; undefined when there was none. */
  readonly status: number | undefined;
}

/** Members of an error that say what it is. */
interface Known {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly Code?: unknown;
  readonly errors?: unknown;
  readonly message?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
  readonly $response?: { readonly statusCode?: unknown };
}

/** Returns what is known of a failure. */
export function failureOf(error: unknown): S3Failure {
  const known: Known = typeof error === 'object' && error !== null ? error : {};
  const status = known.$metadata?.httpStatusCode ?? known.$response?.statusCode;
  return { code: codeOf(known), status: typeof status === 'number' ? status : undefined };
}

function codeOf({ name, code, Code, errors, message }: Known): string {
  // Node.js tells with one error of several that every address of a host failed.
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first === 'object' && first !== null) return codeOf(first);
  const found = [Code, code, wrapped(message), name].find(isCode);
  return found ?? 'unknown';
}

/** The package wraps errors that are not of its own realm, and keeps of them the text alone. */
function wrapped(message: unknown): string | undefined {
  if (typeof message !== 'string' || !message.startsWith('AWS SDK error wrapper')) return undefined;
  return (
    /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? (message.endsWith('socket hang up') ? 'ECONNRESET' : undefined)
  );
}

function isCode(one: unknown): one is string {
  return typeof one === 'string' && /^[\w.:-]{1,64}$/.test(one);
}

/** What was tried, for the sentence that says why it failed. */
export interface Attempt {
  /** `s3://bucket/prefix/key`, or `s3://bucket/prefix` of a list. */
  readonly place: string;
  readonly bucket: string;
  /** Host and port of the endpoint; `AWS` where none is given. */
  readonly host: string;
  /** What the credentials have to allow: `s3:GetObject`. */
  readonly permission: string;
}

/** One way to fail: which failures are it, and what is said of them. */
interface Explanation {
  readonly failure: ObjectStoreFailure;
  readonly is: (failure: S3Failure) => boolean;
  readonly say: (attempt: Attempt, told: string) => string;
}

/** Looked through in this order. */
const explanations: readonly Explanation[] = [
  {
    failure: 'bucket',
    is: hasCode('NoSuchBucket', 'InvalidBucketName'),
    say: ({ bucket, host }, told) =>
      `there is no bucket ${bucket} at ${host} (${told}): create it, or correct its name`,
  },
  {
    failure: 'credentials',
    is: hasCode('RequestTimeTooSkewed', 'RequestExpired'),
    say: ({ host }, told) => `${host} has a different time than this machine (${told}): set its clock`,
  },
  {
    failure: 'credentials',
    is: (failure) =>
      failure.status === 401 ||
      hasCode(
        'InvalidAccessKeyId',
        'SignatureDoesNotMatch',
        'ExpiredToken',
        'ExpiredTokenException',
        'InvalidToken',
        'TokenRefreshRequired',
        'InvalidClientTokenId',
        'UnrecognizedClientException',
        'InvalidSecurity',
        'NotSignedUp',
      )(failure),
    say: ({ host }, told) =>
      `${host} refuses the credentials (${told}): check the access key, its secret and its token`,
  },
  {
    failure: 'region',
    is: (failure) =>
      hasCode('PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed')(failure) ||
      [301, 307, 308].includes(failure.status ?? 0),
    say: ({ bucket, host }, told) =>
      `bucket ${bucket} is not where ${host} was asked (${told}): check region and endpoint`,
  },
  {
    failure: 'denied',
    is: ({ code }) => code.startsWith('KMS.'),
    say: ({ place }, told) => `the key that ${place} is encrypted with cannot be used (${told})`,
  },
  {
    failure: 'denied',
    is: ({ status, code }) => status === 403 || code === 'AccessDenied',
    say: ({ place, permission }, told) =>
      `access to ${place} is denied (${told}): the credentials have to allow ${permission}` +
      // Whoever must not list is not told what is missing either.
      (permission === 's3:GetObject' ? ', and s3:ListBucket, without which what is missing is denied' : ''),
  },
  {
    failure: 'server',
    is: ({ status, code }) =>
      (status !== undefined && status >= 500 && status !== 501) ||
      status === 429 ||
      status === 409 ||
      hasCode('SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout')({ status, code }),
    say: ({ place, host }, told) => `${host} cannot answer for ${place} now (${told})`,
  },
  {
    failure: 'connection',
    is: ({ code }) => /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/.test(code),
    say: ({ host }, told) =>
      `the certificate of ${host} is not trusted (${told}): let NODE_EXTRA_CA_CERTS name the file of its authority`,
  },
  {
    failure: 'connection',
    is: ({ code }) => /^(EPROTO|ERR_SSL)/.test(code),
    say: ({ host }, told) => `${host} does not speak TLS (${told}): is its endpoint http, not https?`,
  },
  {
    failure: 'connection',
    is: ({ status, code }) =>
      status === undefined && (/^E[A-Z_]+$|^HPE_/.test(code) || hasCode('TimeoutError')({ status, code })),
    say: ({ place, host }, told) =>
      `${host} cannot be reached for ${place} (${told}): check the endpoint and the network`,
  },
];

/** Returns the error for a failure: why, where, and what to do about it. */
export function explain(failure: S3Failure, attempt: Attempt): ObjectStoreError {
  const { code, status } = failure;
  const told = status === undefined || code === String(status) ? code : `${status} ${code}`;
  const explanation = explanations.find(({ is }) => is(failure));
  if (explanation !== undefined) {
    return new ObjectStoreError(explanation.failure, explanation.say(attempt, told));
  }
  return new ObjectStoreError(
    'answer',
    `${attempt.host} answered for ${attempt.place} what was not expected of S3 (${told}): check the endpoint`,
  );
}

/** Returns the error for credentials that are not found, or that whoever gives them out refuses. */
export function explainCredentials({ code }: S3Failure, { place }: Attempt): ObjectStoreError {
  return new ObjectStoreError(
    'credentials',
    `no credentials for ${place} can be had (${code}): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this ` +
      'process a profile, a web identity or a role',
  );
}

function hasCode(...codes: readonly string[]): (failure: S3Failure) => boolean {
  return ({ code }) => codes.includes(code);
}
