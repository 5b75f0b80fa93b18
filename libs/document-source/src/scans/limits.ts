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

/** The results of a job for each item, in the order of the items; no more than `size` of the jobs are under way. */
export async function inGroups<T, R>(
  items: readonly T[],
  size: number,
  job: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(job))));
  }
  return results;
}
