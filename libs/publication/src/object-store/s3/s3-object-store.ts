import { TooLargeError } from '@pennon/domain';
import {
  type GetOptions,
  type ListOptions,
  type ObjectContents,
  ObjectStore,
  type PutOptions,
  type PutOutcome,
  type StoredObject,
} from '../object-store';
import type { ObjectStoreTarget } from '../object-store-target';
import { getObject, listPages, putObject, timeOf, TooLongError } from './s3-operations';
import { S3Requests } from './s3-requests';

/** Most objects that one request deletes; a law of S3. */
const MAX_DELETED_AT_ONCE = 1000;

/** Objects in a bucket of S3, or of what speaks like it. */
class S3ObjectStore extends ObjectStore {
  readonly location: string;

  private readonly requests: S3Requests;

  constructor(private readonly target: ObjectStoreTarget) {
    super();
    this.location = `s3://${target.bucket}/${target.prefix}`;
    this.requests = new S3Requests(target, this.location);
  }

  override async get(
    key: string,
    { maxBytes, unlessEtag, signal }: GetOptions,
  ): Promise<ObjectContents | 'unchanged' | undefined> {
    const input = { ...this.addressOf(key), IfNoneMatch: unlessEtag };
    try {
      const found = await this.requests.do(
        's3:GetObject',
        key,
        (connection, bound) => getObject(connection, input, { maxBytes, signal: bound }),
        signal,
      );
      return found === undefined || found === 'unchanged' ? found : { key, ...found };
    } catch (error) {
      if (!(error instanceof TooLongError)) throw error;
      const what = `${this.location}${key}`;
      throw new TooLargeError(`${what} is larger than the ${maxBytes} bytes that are read`);
    }
  }

  override put(
    key: string,
    body: Buffer,
    { contentType, ifNoneMatch, ifMatch }: PutOptions,
  ): Promise<PutOutcome> {
    const { encryption } = this.target;
    const input = {
      ...this.addressOf(key),
      Body: body,
      ContentType: contentType,
      IfNoneMatch: ifNoneMatch,
      IfMatch: ifMatch,
      ServerSideEncryption: encryption?.algorithm,
      SSEKMSKeyId: encryption?.kmsKey,
    };
    return this.requests.do('s3:PutObject', key, (connection, bound) => putObject(connection, input, bound));
  }

  override async list(prefix: string, { maxObjects }: ListOptions): Promise<readonly StoredObject[]> {
    const { bucket, prefix: base } = this.target;
    const input = { Bucket: bucket, Prefix: `${base}${prefix}` };
    const objects = listPages((token) =>
      this.requests.do('s3:ListBucket', prefix, ({ sdk, client }, abortSignal) =>
        client.send(new sdk.ListObjectsV2Command({ ...input, ContinuationToken: token }), { abortSignal }),
      ),
    );
    const found: StoredObject[] = [];
    for await (const { Key = '', ETag: etag, Size: size = 0, LastModified } of objects) {
      if (found.length === maxObjects) {
        const what = `${this.location}${prefix}`;
        throw new TooLargeError(`${what} has more than the ${maxObjects} objects that are listed`);
      }
      found.push({ key: Key.slice(base.length), etag, size, modifiedAt: timeOf(LastModified) });
    }
    return found.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  override async delete(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += MAX_DELETED_AT_ONCE) {
      await this.deleteAtOnce(keys.slice(from, from + MAX_DELETED_AT_ONCE));
    }
  }

  override close(): void {
    this.requests.close();
  }

  private async deleteAtOnce(keys: readonly string[]): Promise<void> {
    const permission = 's3:DeleteObject';
    const input = {
      Bucket: this.target.bucket,
      Delete: { Objects: keys.map((key) => ({ Key: this.addressOf(key).Key })), Quiet: true },
    };
    const { Errors: [failed] = [] } = await this.requests.do(
      permission,
      keys[0] ?? '',
      ({ sdk, client }, abortSignal) => client.send(new sdk.DeleteObjectsCommand(input), { abortSignal }),
    );
    if (failed === undefined) return;
    const { Key = '', Code = 'unknown' } = failed;
    throw this.requests.refusal(permission, Key.slice(this.target.prefix.length), Code);
  }

  private addressOf(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.target.bucket, Key: `${this.target.prefix}${key}` };
  }
}

/**
 * Opens a store. Nothing is connected and nothing is loaded before the first call, and no call is needed to find out
 * whether the store is there: the first one says so.
 */
export function openObjectStore(target: ObjectStoreTarget): ObjectStore {
  return new S3ObjectStore(target);
}
