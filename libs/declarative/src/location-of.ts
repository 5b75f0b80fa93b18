import { resolve } from 'node:path';
import { type StorageConfig } from '@pennon/config';

/** Where the documents lie, for people and without secrets; undefined where the storage is a database. */
export function locationOf({ type, local, object }: StorageConfig): string | undefined {
  switch (type) {
    case 'database':
      return undefined;
    case 'local':
      return resolve(local.path);
    case 'object':
      return `s3://${object.s3.bucket ?? ''}/${object.s3.prefix}`;
  }
}

/** How often they are looked at, in milliseconds; undefined where the storage is a database. */
export function pollIntervalOf({ type, local, object }: StorageConfig): number | undefined {
  switch (type) {
    case 'database':
      return undefined;
    case 'local':
      return local.pollInterval;
    case 'object':
      return object.s3.pollInterval;
  }
}
