import { Readable } from 'node:stream';
import type {
  _Object,
  GetObjectCommandInput,
  ListObjectsV2CommandOutput,
  PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { type ObjectContents, ObjectStoreError, type PutOutcome } from '../object-store';
import type { S3Connection } from './s3-client';
import { failureOf, type S3Failure } from './s3-failure';

/** A body has more bytes than are to be read. */
export class TooLongError extends Error {}

/** A body ended before its length was reached. */
export class CutShortError extends Error {}

/** What a body is held to. */
export interface BodyBounds {
  /** Most bytes that are read. */
  readonly maxBytes: number;
  /** Bytes that it is said to have; undefined when nothing is said. */
  readonly length: number | undefined;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads the whole of a body, and never keeps more of it than is allowed.
 *
 * @throws TooLongError; CutShortError; whatever breaks the stream.
 */
async function readBody(body: unknown, { maxBytes, length, signal }: BodyBounds): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new CutShortError();
  const stop = (): void => {
    body.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (length !== undefined && length > maxBytes) throw new TooLongError();
    const whole = await collect(body, maxBytes);
    if (signal.aborted || (length !== undefined && whole.length !== length)) throw new CutShortError();
    return whole;
  } finally {
    signal.removeEventListener('abort', stop);
    // What is not read would hold its connection.
    body.destroy();
  }
}

async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** When an object was changed; a store that does not say so says that it never was. */
export function timeOf(modifiedAt: Date | undefined): Date {
  return modifiedAt ?? new Date(0);
}

/**
 * Reads an object, as the caller of the store sees it but for its key.
 *
 * @throws TooLongError; CutShortError; whatever the package throws.
 */
export async function getObject(
  { sdk, client }: S3Connection,
  input: GetObjectCommandInput,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Omit<ObjectContents, 'key'> | 'unchanged' | undefined> {
  try {
    const answer = await client.send(new sdk.GetObjectCommand(input), { abortSignal: signal });
    const body = await readBody(answer.Body, { maxBytes, length: answer.ContentLength, signal });
    return { etag: answer.ETag, size: body.length, modifiedAt: timeOf(answer.LastModified), body };
  } catch (error) {
    const { code, status } = failureOf(error);
    if (status === 304) return 'unchanged';
    if (status === 404 && code === 'NoSuchKey') return undefined;
    throw error;
  }
}

/**
 * Writes an object, as far as its condition holds. A store that does not know conditions has it written without.
 *
 * @throws Whatever the package throws.
 */
export async function putObject(
  { sdk, client }: S3Connection,
  input: PutObjectCommandInput,
  abortSignal: AbortSignal,
): Promise<PutOutcome> {
  const { IfMatch, IfNoneMatch, ...unconditional } = input;
  const isConditional = IfMatch !== undefined || IfNoneMatch !== undefined;
  try {
    await client.send(new sdk.PutObjectCommand(input), { abortSignal });
    return 'written';
  } catch (error) {
    const failure = failureOf(error);
    if (isConditional && failure.status === 501) {
      await client.send(new sdk.PutObjectCommand(unconditional), { abortSignal });
      return 'written';
    }
    if (isConditional && isOfCondition(failure)) return IfMatch === undefined ? 'exists' : 'changed';
    throw error;
  }
}

/** 409 is the answer to who came second of two at once, and 404 where what should match is gone. */
function isOfCondition({ status, code }: S3Failure): boolean {
  return (
    status === 412 ||
    (status === 409 && code === 'ConditionalRequestConflict') ||
    (status === 404 && code === 'NoSuchKey')
  );
}

/**
 * The objects of a list, page after page. A page is asked for when the one before it has been used up.
 *
 * @param readPage reads the page that a token stands for; the first one without
 * @throws ObjectStoreError when the list would go on for ever
 */
export async function* listPages(
  readPage: (token: string | undefined) => Promise<ListObjectsV2CommandOutput>,
): AsyncGenerator<_Object> {
  let token: string | undefined;
  for (;;) {
    const { Contents = [], IsTruncated = false, NextContinuationToken } = await readPage(token);
    yield* Contents;
    if (!IsTruncated) return;
    if (NextContinuationToken === undefined || NextContinuationToken === token) {
      throw new ObjectStoreError('answer', 'the store says that its list goes on, and not where');
    }
    token = NextContinuationToken;
  }
}
