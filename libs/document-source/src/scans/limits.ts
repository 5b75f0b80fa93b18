import type { ReadLimits } from '../thread/messages';

/** What of a tree, or of a publication, is read at most. */
export interface SourceLimits extends ReadLimits {
  /** Largest file, in bytes. */
  readonly maxObjectBytes: number;
}

/** Most files that are looked at, whether they are read or not. */
export const MAX_LISTED = 10_000;

/** Most files that are read. */
export const MAX_FILES = 1000;

/** How large all files that are read may be together, in bytes; in a publication, all documents. */
export const MAX_TOTAL_BYTES = 512 * 1024 * 1024;

/** How many files are fetched at once. */
export const FETCHED_AT_ONCE = 4;
