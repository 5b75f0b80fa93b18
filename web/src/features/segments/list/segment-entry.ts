import { type Segment } from '@/api/types';
import { type NamespaceIndex } from '@/index';
import { compareTimestamps } from '@/lib/time';
import { flagKeysOf } from '../use/segment-use';
import { type Sort } from './list-state';

/** A segment of the list, and how many flags use it; undefined while the index is not there. */
export interface SegmentEntry extends Segment {
  readonly usedBy: number | undefined;
}

export function entriesOf(
  segments: readonly Segment[],
  index: NamespaceIndex | undefined,
): readonly SegmentEntry[] {
  return segments.map((segment) => ({
    ...segment,
    usedBy: index && flagKeysOf(index.usedBy(segment.key)).length,
  }));
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The entries in an order; equal ones stay in the order of creation, which is also the one without a sort. */
export function sortEntries(
  entries: readonly SegmentEntry[],
  sort: Sort | undefined,
): readonly SegmentEntry[] {
  switch (sort) {
    case undefined:
      return entries;
    case 'name':
      return entries.toSorted((left, right) => names.compare(left.name, right.name));
    case '-name':
      return entries.toSorted((left, right) => names.compare(right.name, left.name));
    case 'updated':
      return entries.toSorted((left, right) => compareTimestamps(left.updatedAt, right.updatedAt));
    case '-updated':
      return entries.toSorted((left, right) => compareTimestamps(right.updatedAt, left.updatedAt));
  }
}
