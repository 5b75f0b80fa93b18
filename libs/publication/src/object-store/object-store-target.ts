import {
  type ExportConfig,
  InvalidValueError,
  type Milliseconds,
  parseS3Location,
  type S3Location,
  type StorageConfig,
} from '@pennon/config';
import { InvalidArgumentError } from '@pennon/domain';

/** Which store, and how it is spoken to. Credentials are never part of it. */
export interface ObjectStoreTarget extends S3Location {
  /** URL of an S3-compatible store; undefined for AWS. */
  readonly endpoint?: string | undefined;
  /** Undefined: as the AWS tools have it, else `us-east-1`. */
  readonly region?: string | undefined;
  /** Longest time for one request, its repetitions and its whole answer included. */
  readonly timeout: Milliseconds;
  /** Encryption that is asked for with each object that is written; undefined: what the bucket is set to. */
  readonly encryption?:
    | { readonly algorithm: 'AES256' | 'aws:kms'; readonly kmsKey?: string | undefined }
    | undefined;
}

/**
 * Reads `s3://bucket/prefix`.
 *
 * @throws InvalidArgumentError saying what is wrong with it
 */
export function readS3Location(url: string): S3Location {
  try {
    return parseS3Location(url);
  } catch (error) {
    if (error instanceof InvalidValueError)
      throw new InvalidArgumentError(`the location of a bucket is wrong: ${error.message}`);
    throw error;
  }
}

/** Returns the target with its prefix as a folder: a slash is appended where there is none. */
export function asFolder<T extends S3Location>(target: T): T {
  const { prefix } = target;
  return prefix === '' || prefix.endsWith('/') ? target : { ...target, prefix: `${prefix}/` };
}

/**
 * Where flags are read from, by `storage.object`. The prefix is raw text; {@link asFolder} makes it that of a
 * publication.
 *
 * @throws InvalidArgumentError when the settings name no bucket; those that passed the checks do.
 */
export function storageTarget({ object: { s3, timeout } }: Pick<StorageConfig, 'object'>): ObjectStoreTarget {
  if (s3.bucket === undefined) throw new InvalidArgumentError('storage.object.s3.bucket is not set');
  return { bucket: s3.bucket, prefix: s3.prefix, endpoint: s3.endpoint, region: s3.region, timeout };
}

/** Where flags are exported to, by `export`: the folder that is given, with all else as the settings say. */
export function exportTarget(
  { s3, timeout }: Pick<ExportConfig, 's3' | 'timeout'>,
  to: S3Location,
): ObjectStoreTarget {
  const { endpoint, region, sse, kmsKey } = s3;
  const encryption = sse === 'none' ? undefined : { algorithm: sse, kmsKey };
  return { ...asFolder(to), endpoint, region, timeout, encryption };
}
