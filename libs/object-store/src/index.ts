export {
  type GetOptions,
  type ListOptions,
  type ObjectContents,
  ObjectStore,
  type PutOptions,
  type PutOutcome,
  type StoredObject,
  ObjectStoreError,
  type ObjectStoreFailure,
} from './object-store';
export {
  asFolder,
  exportTarget,
  type ObjectStoreTarget,
  readS3Location,
  storageTarget,
} from './object-store-target';
export { openObjectStore } from './s3/s3-object-store';
