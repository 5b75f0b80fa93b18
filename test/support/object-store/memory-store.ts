import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** An object as `s3rver` hands it around: contents are a stream or bytes, headers are in lower case. */
interface Held {
  readonly bucket: string;
  readonly key: string;
  readonly content: Readable | Buffer | null;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Kept {
  readonly content: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Described {
  readonly metadata: Readonly<Record<string, string>>;
  readonly size: number;
  readonly lastModifiedDate: Date;
}

interface Listing {
  readonly prefix: string;
  readonly startAfter: string;
  readonly maxKeys: number;
}

/**
 * What `s3rver` keeps objects in, in place of its own files: those may be read half written, while an object of S3 is
 * replaced at once. Only what Pennon uses: no multipart uploads, no subresources, no delimiters in lists.
 */
export class MemoryStore {
  private readonly buckets = new Map<string, Map<string, Kept>>();

  putBucket(bucket: string): { readonly name: string } {
    if (!this.buckets.has(bucket)) this.buckets.set(bucket, new Map());
    return { name: bucket };
  }

  getBucket(bucket: string): { readonly name: string; readonly creationDate: Date } | null {
    return this.buckets.has(bucket) ? { name: bucket, creationDate: new Date(0) } : null;
  }

  deleteBucket(bucket: string): void {
    this.buckets.delete(bucket);
  }

  /** @param key Digits alone are a number in a deletion: `s3rver` reads its XML so. */
  existsObject(bucket: string, key: unknown): boolean {
    return this.buckets.get(bucket)?.has(String(key)) ?? false;
  }

  getSubresource(): null {
    return null;
  }

  getObject(bucket: string, key: string): (Held & Described) | null {
    const kept = this.buckets.get(bucket)?.get(key);
    if (kept === undefined) return null;
    return { bucket, key, content: Readable.from([kept.content]), ...described(kept) };
  }

  async putObject({ bucket, key, content, metadata }: Held): Promise<{ size: number; md5: string }> {
    const body = Buffer.isBuffer(content) ? content : await buffer(content ?? Readable.from([]));
    const md5 = createHash('md5').update(body).digest('hex');
    this.buckets.get(bucket)?.set(key, {
      content: body,
      metadata: {
        ...metadata,
        etag: `"${md5}"`,
        'last-modified': new Date().toUTCString(),
        'content-length': String(body.length),
      },
    });
    return { size: body.length, md5 };
  }

  /** @param key As for {@link existsObject}. */
  deleteObject(bucket: string, key: unknown): void {
    this.buckets.get(bucket)?.delete(String(key));
  }

  listObjects(
    bucket: string,
    { prefix, startAfter, maxKeys }: Listing,
  ): {
    readonly objects: readonly (Held & Described)[];
    readonly isTruncated: boolean;
  } {
    const objects = [...(this.buckets.get(bucket) ?? [])]
      .filter(([key]) => key.startsWith(prefix) && inOrder(startAfter, key) < 0)
      .sort(([a], [b]) => inOrder(a, b))
      .map(([key, kept]) => ({ bucket, key, content: null, ...described(kept) }));
    return { objects: objects.slice(0, maxKeys), isTruncated: objects.length > maxKeys };
  }

  /** Keys of all objects of a bucket, sorted. */
  keys(bucket: string): readonly string[] {
    return [...(this.buckets.get(bucket)?.keys() ?? [])].sort(inOrder);
  }

  /** The contents of an object; undefined when there is none. */
  contentOf(bucket: string, key: string): Buffer | undefined {
    return this.buckets.get(bucket)?.get(key)?.content;
  }
}

function described({ content, metadata }: Kept): Described {
  return { metadata, size: content.length, lastModifiedDate: new Date(metadata['last-modified'] ?? 0) };
}

/** The order of S3. */
function inOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
