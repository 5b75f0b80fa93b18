import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import type { PutOutcome } from '../object-store';
import type { S3Connection } from './s3-client';
import { failureOf, type S3Failure } from './s3-failure';

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
