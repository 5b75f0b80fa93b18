import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { listAnswer } from './list-answer';
import { MemoryStore } from './memory-store';

/** What of `s3rver` its types do not tell. */
interface Inside {
  store: MemoryStore;
  readonly context: { store: MemoryStore };
  readonly logger: { readonly exceptions: { unhandle(): void }; close(): void };
}

/**
 * A server that speaks S3, in this process, on a port of its own: `s3rver`, with objects in memory, atomic replacement,
 * conditional writes and lists of several pages added. Only the key pair
 * of {@link OBJECT_STORE_ENV} is let in, and anybody without one.
 *
 * It refuses what S3 refuses before it looks at an object: requests without what SigV4 wants, bodies without a length,
 * deletions without `Content-MD5`. What it is not: it does not recompute signatures and checksums of bodies, knows no permissions (403 comes from
 * the {@link FaultProxy}), no encryption, no versions, and answers everything at once. Etags are MD5 sums; times of
 * change are whole seconds.
 */
export class ObjectStoreServer {
  private readonly store = new MemoryStore();
  private readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  private readonly server: Server;
  private readonly inside: Inside;

  private constructor() {
    const s3 = new S3rver({ silent: true, vhostBuckets: false });
    this.inside = s3 as unknown as Inside;
    this.inside.store = this.inside.context.store = this.store;
    this.handle = s3.callback();
    this.server = createServer((request, response) => {
      this.answer(request, response);
    });
  }

  /** Starts one with these buckets, on the loopback address. */
  static async start(buckets: readonly string[] = ['flags']): Promise<ObjectStoreServer> {
    const started = new ObjectStoreServer();
    for (const bucket of buckets) started.store.putBucket(bucket);
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return started;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** As settings take it. */
  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Writes an object past the protocol, as somebody else would: contents are replaced at once. */
  async write(bucket: string, key: string, content: string | Buffer): Promise<void> {
    await this.store.putObject({ bucket, key, content: Buffer.from(content), metadata: {} });
  }

  /** Deletes an object past the protocol. */
  remove(bucket: string, key: string): void {
    this.store.deleteObject(bucket, key);
  }

  /** The contents of an object; undefined when there is none. */
  read(bucket: string, key: string): Buffer | undefined {
    return this.store.contentOf(bucket, key);
  }

  /** The keys of all objects, sorted. */
  keys(bucket: string): readonly string[] {
    return this.store.keys(bucket);
  }

  deleteBucket(bucket: string): void {
    this.store.deleteBucket(bucket);
  }

  createBucket(bucket: string): void {
    this.store.putBucket(bucket);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
    this.inside.logger.exceptions.unhandle();
    this.inside.logger.close();
  }

  /** Answers what `s3rver` does not know or cannot do any more: conditional writes, lists of several pages. */
  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { bucket, key } = addressOf(request.url ?? '/');
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const refusal = refusalOf(request, searchParams);
    if (refusal !== undefined) {
      request.resume();
      answerError(response, ...refusal);
      return;
    }
    if (searchParams.get('list-type') === '2' && this.store.getBucket(bucket) !== null) {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(listAnswer(this.store, bucket, searchParams));
      return;
    }
    if (request.method === 'PUT' && !this.holds(request, this.store.getObject(bucket, key)?.metadata.etag)) {
      request.resume();
      answerError(response, 412, 'PreconditionFailed');
      return;
    }
    this.handle(request, response);
  }

  /** Tells whether the condition of a write holds, given the etag of what is there. */
  private holds({ headers }: IncomingMessage, etag: string | undefined): boolean {
    if (headers['if-none-match'] === '*') return etag === undefined;
    return headers['if-match'] === undefined || headers['if-match'] === etag;
  }
}

/** What S3 insists on, by its documents on SigV4, PutObject and DeleteObjects. */
function refusalOf(
  { method, headers }: IncomingMessage,
  query: URLSearchParams,
): readonly [status: number, code: string] | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const isSigned = /^AWS4-HMAC-SHA256 Credential=\S+, ?SignedHeaders=\S*host\S*, ?Signature=[\da-f]{64}$/;
    if (!isSigned.test(authorization)) return [400, 'AuthorizationHeaderMalformed'];
    if (headers['x-amz-content-sha256'] === undefined) return [400, 'InvalidRequest'];
    if (!/^\d{8}T\d{6}Z$/.test(String(headers['x-amz-date']))) return [403, 'AccessDenied'];
  }
  if (method === 'PUT' && headers['content-length'] === undefined) return [411, 'MissingContentLength'];
  const isDeletion = method === 'POST' && query.has('delete');
  if (isDeletion && headers['content-md5'] === undefined) return [400, 'InvalidRequest'];
  return undefined;
}

/** The one key pair that `s3rver` knows, and nothing of what this machine has configured, for a process or a test. */
export const OBJECT_STORE_ENV: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_CONFIG_FILE: '/nonexistent/config',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/credentials',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** Bucket and key of a request whose bucket is part of the path. */
export function addressOf(url: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', ...rest] = (url.split('?')[0] ?? '').split('/');
  return { bucket, key: rest.map(decodeURIComponent).join('/') };
}

/** Answers an error in the words of S3. */
export function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>for a test</Message></Error>`,
  );
}
