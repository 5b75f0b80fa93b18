import { IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { LocalServer } from '../local-server';
import { contentsOf } from './contents';
import { listAnswer } from './list-answer';
import { MemoryStore } from './memory-store';
import { Refusal } from './refusal';
import { assertSigned } from './signature';

/** What of `s3rver` its types do not tell. */
interface Inside {
  store: MemoryStore;
  readonly context: { store: MemoryStore };
  readonly logger: { readonly exceptions: { unhandle(): void }; close(): void };
}

/**
 * A server that speaks S3, in this process, on a port of its own: `s3rver`, with objects in memory, atomic replacement,
 * conditional writes and lists of several pages added.
 *
 * It refuses what S3 refuses before it looks at an object: requests that the key pair of {@link OBJECT_STORE_ENV} did
 * not sign, bodies without a length or with another checksum than announced, deletions without `Content-MD5`. It has no
 * permissions (403 comes from the {@link FaultProxy}), no signatures in URLs, no encryption, no versions, and answers
 * everything at once. Etags are MD5 sums; times of change are whole seconds.
 */
export class ObjectStoreServer {
  private readonly store = new MemoryStore();
  private readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  private readonly server = new LocalServer(async (request, response) => this.answer(request, response));
  private readonly inside: Inside;

  private constructor() {
    const s3 = new S3rver({ silent: true, vhostBuckets: false });
    this.inside = s3 as unknown as Inside;
    this.inside.store = this.inside.context.store = this.store;
    this.handle = s3.callback();
  }

  /** Starts one with these buckets, on the loopback address. */
  static async start(buckets: readonly string[] = ['flags']): Promise<ObjectStoreServer> {
    const started = new ObjectStoreServer();
    for (const bucket of buckets) started.store.putBucket(bucket);
    await started.server.start();
    return started;
  }

  get port(): number {
    return this.server.port;
  }

  /** As settings take it. */
  get endpoint(): string {
    return this.server.url;
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
    await this.server.stop();
    this.inside.logger.exceptions.unhandle();
    this.inside.logger.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    try {
      await assertSigned(request, keyPair);
      this.answerSigned(withContents(request, contentsOf(request, body)), response);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answerError(response, error.status, error.code);
    }
  }

  /** Answers what `s3rver` does not know or cannot do any more: conditional writes, lists of several pages. */
  private answerSigned(request: IncomingMessage, response: ServerResponse): void {
    const { bucket, key } = addressOf(request.url ?? '/');
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (searchParams.get('list-type') === '2' && this.store.getBucket(bucket) !== null) {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(listAnswer(this.store, bucket, searchParams));
      return;
    }
    if (request.method === 'PUT' && !this.holds(request, this.store.getObject(bucket, key)?.metadata.etag)) {
      throw new Refusal(412, 'PreconditionFailed');
    }
    this.handle(request, response);
  }

  /** Tells whether the condition of a write holds, given the etag of what is there. */
  private holds({ headers }: IncomingMessage, etag: string | undefined): boolean {
    if (headers['if-none-match'] === '*') return etag === undefined;
    return headers['if-match'] === undefined || headers['if-match'] === etag;
  }
}

/** The request with its body as it is stored: `s3rver` reads neither streams of chunks nor their headers. */
function withContents(request: IncomingMessage, contents: Buffer): IncomingMessage {
  const whole = new IncomingMessage(request.socket);
  const { 'transfer-encoding': _, ...headers } = request.headers;
  if (headers['content-encoding'] === 'aws-chunked') delete headers['content-encoding'];
  Object.assign(whole, {
    method: request.method,
    url: request.url,
    headers: { ...headers, 'content-length': String(contents.length) },
    complete: true,
  });
  whole.push(contents);
  whole.push(null);
  return whole;
}

/** The key pair that `s3rver` has an account for. */
const keyPair = { accessKeyId: 'S3RVER', secretAccessKey: 'hunter2/of+the store' } as const;

/** That key pair, and nothing of what this machine has configured, for a process or a test. */
export const OBJECT_STORE_ENV: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: keyPair.accessKeyId,
  AWS_SECRET_ACCESS_KEY: keyPair.secretAccessKey,
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
