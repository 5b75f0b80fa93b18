import { type Manifest, type ManifestEntry } from './manifest';

/** What became of a run of {@link Publisher.publish}. */
export interface PublishOutcome {
  /** The manifest that is valid now. */
  readonly manifest: Manifest;
  /** False when all was there already, and nothing was written. */
  readonly isChanged: boolean;
  /** Documents that were written. */
  readonly written: readonly ManifestEntry[];
  /** Keys of namespaces that are not published any more. */
  readonly removed: readonly string[];
  /** Keys of namespaces whose revision is lower than the published one was: their database was put back. */
  readonly setBack: readonly string[];
  /** What could not be published; what was published of it before stays. */
  readonly refused: readonly Refusal[];
  /** What documents cannot say, of those that were written. */
  readonly omissions: readonly Omission[];
  /** How many tokens are published; undefined where they are not. */
  readonly tokens: number | undefined;
  /** How many old objects were deleted. */
  readonly pruned: number;
  /** Why old objects could not be deleted; they are tried again with the next change. */
  readonly pruneFailure: unknown;
}

/** A namespace that no document could be made of. */
export interface Refusal {
  readonly namespaceKey: string;
  readonly reason: string;
}

/** Something of a namespace that its document does not say. */
export interface Omission {
  readonly namespaceKey: string;
  readonly what: string;
}
