import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { bucketName } from './bucket-name';
import { objectKeyPrefix } from './key-prefix';
import { noCredentials } from './no-credentials';

/** A bucket, and what the names of objects begin with there; `''` for all of it. */
export interface S3Location {
  readonly bucket: string;
  readonly prefix: string;
}

const expectation = 'expected s3://bucket or s3://bucket/prefix';

/**
 * Reads `s3://bucket/prefix`. Everything after the slash is the prefix, letter by letter: nothing is decoded.
 *
 * @throws InvalidValueError
 */
export function parseS3Location(url: string): S3Location {
  // Wherever else it is, it is part of a prefix.
  if (/^([a-z0-9]+:\/\/)?[^/]*@/i.test(url))
    throw new InvalidValueError(noCredentials, { mayHoldSecret: true });
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(url) ?? [];
  if (bucket === undefined) throw new InvalidValueError(expectation);
  if (bucket === '') throw new InvalidValueError(`names no bucket: ${expectation}`);
  if (prefix.includes('?')) {
    throw new InvalidValueError('must hold no parameters: region and endpoint are settings of their own');
  }
  return Object.freeze({ bucket: bucketName.parse(bucket), prefix: objectKeyPrefix.parse(prefix) });
}

/** `s3://bucket/prefix`. */
export const s3Location: Kind<S3Location> = scalar('`s3://bucket/prefix`', parseS3Location);
