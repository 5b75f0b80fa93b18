import { type RolloutStep, type SegmentSelection, THRESHOLD_BUCKETS, thresholdWidth } from '@pennon/domain';
import type { KnownSegments } from './known-segments';

/**
 * How far a selection of segments reaches: `always` every entity, `sometimes` those in its segments, `never` when none
 * of its segments exists.
 */
export type Reach = 'always' | 'sometimes' | 'never';

/**
 * The reach of the segments of a rule or rollout. Segments that do not exist are left out, as the evaluator does: it
 * skips a rule or rollout that has none left.
 */
export function reachOf(selection: SegmentSelection, segments: KnownSegments): Reach {
  const { segmentKeys: known, segmentOperator } = existing(selection, segments);
  if (known.length === 0) return 'never';
  const isForEverybody = (key: string): boolean => segments.matchesEverybody(key);
  const isAlways = segmentOperator === 'and' ? known.every(isForEverybody) : known.some(isForEverybody);
  return isAlways ? 'always' : 'sometimes';
}

/** The selection as the evaluator takes it: without segments that do not exist. */
export function existing(
  { segmentKeys, segmentOperator }: SegmentSelection,
  segments: KnownSegments,
): SegmentSelection {
  return { segmentKeys: segmentKeys.filter((key) => segments.has(key)), segmentOperator };
}

/** True if an entity that the inner selection holds is held by the outer one too, whatever the segments hold. */
export function isWithin(inner: SegmentSelection, outer: SegmentSelection): boolean {
  const isIn = (key: string): boolean => outer.segmentKeys.includes(key);
  const isAnd = ({ segmentKeys, segmentOperator }: SegmentSelection): boolean =>
    segmentOperator === 'and' || segmentKeys.length === 1;
  if (outer.segmentOperator === 'and' && outer.segmentKeys.length > 1)
    return isAnd(inner) && outer.segmentKeys.every((key) => inner.segmentKeys.includes(key));
  return isAnd(inner) ? inner.segmentKeys.some(isIn) : inner.segmentKeys.every(isIn);
}

/** A rollout that decides for the buckets below its width, whatever the context, unless an earlier one does. */
export interface Cover {
  /** Of the rollout, from 0. */
  readonly index: number;
  readonly step: RolloutStep;
  /** How many of the {@link THRESHOLD_BUCKETS}, from bucket 0: 0–100; 0 for a threshold of 0%. */
  readonly width: number;
}

/**
 * For each rollout of a boolean flag the widest of those before it, the first of equals; undefined where none decides
 * whatever the context.
 *
 * All thresholds of a flag put an entity into the same bucket and cover buckets from 0. So for the buckets that the
 * widest covers, it or an earlier rollout has always decided.
 */
export function coversBefore(
  steps: readonly RolloutStep[],
  segments: KnownSegments,
): readonly (Cover | undefined)[] {
  let widest: Cover | undefined;
  return steps.map((step, index) => {
    const before = widest;
    const width = coveredWidth(step, segments);
    if (width !== undefined && width > (before?.width ?? -1)) widest = { index, step, width };
    return before;
  });
}

/** How many buckets a rollout decides for; undefined if that depends on the context, or its segments are missing. */
function coveredWidth(step: RolloutStep, segments: KnownSegments): number | undefined {
  if (step.type === 'threshold') return thresholdWidth(step.percent);
  return reachOf(step, segments) === 'always' ? THRESHOLD_BUCKETS : undefined;
}
