import { quote, type SegmentSelection } from '@pennon/domain';
import { type Finding } from './finding';
import { type KnownSegments, matchesEverybody } from '../audience/known-segments';
import type { SegmentState } from '../segment-state';

/**
 * True if the selection matches every entity, whatever its context. With `and`, an unknown segment makes it false: a
 * wrong key has to be corrected first. The evaluator leaves it out, see {@link withoutUnknown}.
 */
export function alwaysMatches(
  { segmentKeys, segmentOperator }: SegmentSelection,
  segments: KnownSegments,
): boolean {
  const isForEverybody = (key: string): boolean => segments.matchesEverybody(key);
  if (segmentOperator === 'or') return segmentKeys.some(isForEverybody);
  return segmentKeys.length > 0 && segmentKeys.every(isForEverybody);
}

/** The selection as the evaluator sees it: only segments that exist. The evaluator skips a step that has none left. */
export function withoutUnknown(
  { segmentKeys, segmentOperator }: SegmentSelection,
  segments: KnownSegments,
): SegmentSelection {
  return { segmentKeys: segmentKeys.filter((key) => segments.has(key)), segmentOperator };
}

/** Likely mistakes in a segment. Empty when there are none. */
export function checkSegment(segment: SegmentState): readonly Finding[] {
  if (!matchesEverybody(segment)) return [];
  const { key } = segment;
  const message = `Segment ${quote(key)} has no constraints, so it matches everybody.`;
  return [{ severity: 'warning', check: 'everybody_segment', kind: 'segment', key, path: '', message }];
}
