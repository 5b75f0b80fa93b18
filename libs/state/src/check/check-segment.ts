import { quote } from '@pennon/domain';
import { matchesEverybody } from '../audience/known-segments';
import type { SegmentState } from '../segment-state';
import { type Finding } from './finding';

/** Likely mistakes in a segment. Empty when there are none. */
export function checkSegment(segment: SegmentState): readonly Finding[] {
  if (!matchesEverybody(segment)) return [];
  const { key } = segment;
  const message = `Segment ${quote(key)} has no constraints, so it matches everybody.`;
  return [{ severity: 'warning', check: 'everybody_segment', kind: 'segment', key, path: '', message }];
}
