export {
  type GetOptions,
  type ListOptions,
  type ObjectContents,
  ObjectStore,
  type PutOptions,
  type PutOutcome,
  type StoredObject,
} from './object-store';
export { ObjectStoreError, type ObjectStoreFailure } from './object-store-error';
export {
  asFolder,
  exportTarget,
  type ObjectStoreTarget,
  readS3Location,
  storageTarget,
} from './object-store-target';
export { openObjectStore } from './open-object-store';
