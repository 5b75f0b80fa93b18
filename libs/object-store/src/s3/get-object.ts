import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import type { ObjectContents } from '../object-store';
import { readBody } from './read-body';
import type { S3Connection } from './s3-client';
import { failureOf } from './s3-failure';
import { timeOf } from './time-of';

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
