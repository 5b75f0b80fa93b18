import type { StorageConfig } from '@pennon/config';
import { bucket } from './bucket/bucket';
import { directory } from './directory/directory';
import type { SourceKind } from './source-kind';

/** Every kind of place for documents, by the word that the settings have for it. */
const sourceKinds: Readonly<Record<Exclude<StorageConfig['type'], 'database'>, SourceKind>> = {
  local: directory,
  object: bucket,
};

/** The kind of place that the settings name; undefined where flags live in a database. */
export function sourceKindOf({ type }: StorageConfig): SourceKind | undefined {
  return type === 'database' ? undefined : sourceKinds[type];
}
