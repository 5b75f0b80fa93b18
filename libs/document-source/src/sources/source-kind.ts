import type { Milliseconds, StorageConfig } from '@pennon/config';
import type { ObjectStore } from '@pennon/publication';

/** Where documents are looked for. */
export interface DocumentPlaces {
  /** Where a publication would lie. */
  readonly publication: ObjectStore;
  /** Where files would lie: mostly the same. */
  readonly files: ObjectStore;
}

/** One kind of place where documents can lie: all that a reader has to know of it. */
export interface SourceKind {
  /** What health and metrics call it. */
  readonly dependency: string;
  /** How long a file that was changed is watched for further changes, in milliseconds; 0 where a change is whole. */
  readonly settleMs: number;
  /** Where the documents lie, for people and without secrets. */
  locationOf(storage: StorageConfig): string;
  /** How often they are looked at. */
  pollIntervalOf(storage: StorageConfig): Milliseconds;
  /** Reads nothing yet. */
  open(storage: StorageConfig): DocumentPlaces;
}
