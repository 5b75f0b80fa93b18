export { ExportJob, type ExportJobParts, type ExportState } from './exporter/export-job';
export { describeOutcome } from './exporter/export-report';
export { Exporter, publishUntil } from './exporter/exporter';
export { ExporterModule } from './exporter/exporter.module';
export { type ExportPorts, type ExportSettings, openPublisher, publishOnce } from './exporter/open-publisher';
export {
  type Manifest,
  MANIFEST_FORMAT,
  type ManifestEntry,
  type ObjectEntry,
  parseManifest,
  writeManifest,
} from './manifest';
export { ManifestError } from './object-fields';
export { formatOfKey, LATEST_PREFIX, MANIFEST_KEY, REVISIONS_PREFIX, TOKENS_PREFIX } from './object-keys';
export {
  type GetOptions,
  type ListOptions,
  type ObjectContents,
  ObjectStore,
  type ObjectStoreFailure,
  type PutOutcome,
  type StoredObject,
} from './object-store/object-store';
export {
  asFolder,
  type ObjectStoreTarget,
  readS3Location,
  storageTarget,
} from './object-store/object-store-target';
export { openObjectStore } from './object-store/s3/s3-object-store';
export type { Omission, Refusal } from './publish-round';
export {
  MAX_PUBLISHED_TOKENS,
  MAX_TOKENS_BYTES,
  parseTokens,
  type PublishedToken,
  writeTokens,
} from './published-tokens';
export type { PublisherOptions, PublishOptions } from './publisher';
export {
  readEntry,
  readManifest,
  type ReadManifestOptions,
  readTokens,
  type StoredManifest,
} from './read-publication';
