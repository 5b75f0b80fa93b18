import { quote, type SegmentSelection } from '@pennon/domain';
import { type Finding } from './finding';
import type { SegmentState } from '../segment-state';

/** What is known of the segments of the namespace. */
export interface KnownSegments {
  /** True if the segment exists. */
  has(key: string): boolean;
  /** True if the segment exists and matches every entity, whatever its context. */
  matchesEverybody(key: string): boolean;
}

/** The segments of a namespace, for checks of its flags. @param segments All of them. */
export function knownSegments(segments: Iterable<SegmentState>): KnownSegments {
  const isForEverybody = new Map([...segments].map((segment) => [segment.key, matchesEverybody(segment)]));
  return {
    has: (key) => isForEverybody.has(key),
    matchesEverybody: (key) => isForEverybody.get(key) === true,
  };
}

/** True for a segment without constraints: the evaluator lets it match every entity, for either match type. */
export function matchesEverybody({ constraints }: Pick<SegmentState, 'constraints'>): boolean {
  return constraints.length === 0;
}

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
