import { type SnapshotDocument } from './snapshot-document';

/** The revision a source holds of a namespace. */
export interface NamespaceRevision {
  readonly namespaceKey: string;
  readonly revision: number;
}

/**
 * Where snapshot documents come from: a database, a cache, object storage, a file.
 *
 * @throws UnavailableError from both methods when the source cannot be read now. Source: design.md 2.
 */
export abstract class SnapshotSource {
  /** The document of a namespace as it is now; undefined when there is no such namespace. */
  abstract load(namespaceKey: string): Promise<SnapshotDocument | undefined>;

  /** Every namespace the source has, with its present revision; cheap enough to poll. */
  abstract list(): Promise<readonly NamespaceRevision[]>;
}
