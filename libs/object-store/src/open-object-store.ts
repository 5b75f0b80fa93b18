import type { ObjectStore } from './object-store';
import type { ObjectStoreTarget } from './object-store-target';
import { S3ObjectStore } from './s3/s3-object-store';

/**
 * Opens a store. Nothing is connected and nothing is loaded before the first call, and no call is needed to find out
 * whether the store is there: the first one says so.
 */
export function openObjectStore(target: ObjectStoreTarget): ObjectStore {
  return new S3ObjectStore(target);
}
