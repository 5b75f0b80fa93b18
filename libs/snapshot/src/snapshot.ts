import { type FlagTable } from './flag-table';
import { type SegmentTable } from './segment-table';
import { type SnapshotDocument } from './snapshot-document';

/**
 * A namespace ready to be evaluated: references resolved, values parsed, bucket bounds summed up.
 *
 * Immutable: it is replaced whole and never edited, so a request that holds one sees one revision throughout.
 */
export interface Snapshot {
  /** What it was compiled from; the client-side snapshot shows this. */
  readonly document: SnapshotDocument;
  readonly flags: FlagTable;
  /** What the flags have in common, which the next compilation uses again; evaluation has no need of it. */
  readonly segments: SegmentTable;
}
