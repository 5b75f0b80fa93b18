export {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestEntry,
  type ObjectEntry,
  parseManifest,
  writeManifest,
} from './manifest';
export { ManifestError } from './object-fields';
export { formatOfKey, LATEST_PREFIX, MANIFEST_KEY, REVISIONS_PREFIX, TOKENS_PREFIX } from './object-keys';
export { type Omission, type PublishOutcome, type Refusal } from './publish-round';
export {
  MAX_PUBLISHED_TOKENS,
  MAX_TOKENS_BYTES,
  parseTokens,
  type PublishedToken,
  writeTokens,
} from './published-tokens';
export { Publisher, type PublisherOptions, type PublishOptions } from './publisher';
export {
  readEntry,
  readManifest,
  readTokens,
  type ReadManifestOptions,
  type StoredManifest,
} from './read-publication';
