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
