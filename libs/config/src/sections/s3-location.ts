import { baseUrl } from '../kinds/address';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** What S3 and its relatives allow in the name of a bucket, those made long ago included. */
const wellFormed = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,253}[a-zA-Z0-9]$/;

/** The name of a bucket alone. */
export const bucketName: Kind<string> = scalar('name of a bucket', (name) => {
  if (name.includes('/')) {
    throw new InvalidValueError('expected the name of a bucket alone, without s3:// and without a prefix');
  }
  if (!wellFormed.test(name)) {
    throw new InvalidValueError('expected the name of a bucket: 3 or more letters, digits, dots and hyphens');
  }
  return name;
});

/** Why a place that holds credentials is refused. */
const noCredentials = 'must hold no credentials: those come from the environment, as the AWS tools have it';

/** Where an S3-compatible store answers. One that holds credentials is refused, and not quoted. */
export const endpointUrl: Kind<string> = scalar('http or https URL', (given) => {
  if (given.includes('@')) throw new InvalidValueError(noCredentials, { mayHoldSecret: true });
  return baseUrl.parse(given);
});

/** Names of objects have at most 1024 bytes, and something follows the prefix. */
const MAX_PREFIX_BYTES = 512;

/** What the names of all objects begin with: raw text, to which nothing is appended. */
export const objectKeyPrefix: Kind<string> = scalar('text, at most 512 bytes', (prefix) => {
  if (prefix.startsWith('/')) {
    throw new InvalidValueError('must not begin with a slash: names of objects do not');
  }
  // oxlint-disable-next-line no-control-regex -- what is looked for are control characters
  if (/[\u0000-\u001f\u007f]/.test(prefix)) throw new InvalidValueError('must hold no control characters');
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) {
    throw new InvalidValueError(`must have at most ${MAX_PREFIX_BYTES} bytes`);
  }
  return prefix;
});

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
