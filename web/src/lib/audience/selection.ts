import { type SegmentChoice } from '../model';

/** Finds a segment by its key; what only a segment's emptiness decides needs no more of it. */
export type SegmentLookup = Pick<ReadonlyMap<string, { readonly constraints: readonly unknown[] }>, 'get'>;

/**
 * For those who do not know what segments hold: each is taken to hold some. What is said about them stays true of one
 * that holds everyone, or nobody; then nobody is left to be somebody else.
 */
export const unknownSegments: SegmentLookup = { get: () => ({ constraints: [undefined] }) };

/**
 * How far a rule or rollout reaches: `always` everyone that comes to it, `sometimes` those in its segments, `never`
 * when all of its segments are missing. A segment without constraints holds everyone, whatever its match type.
 */
export type Reach = 'always' | 'sometimes' | 'never';

/** The reach of the segments of a rule or rollout; missing ones are left out, as the server does. */
export function reachOf({ segmentKeys, segmentOperator }: SegmentChoice, segments: SegmentLookup): Reach {
  const known = segmentKeys.map((key) => segments.get(key)).filter((segment) => segment !== undefined);
  if (known.length === 0) return 'never';
  const isEmpty = ({ constraints }: { readonly constraints: readonly unknown[] }): boolean =>
    constraints.length === 0;
  const isAlways = segmentOperator === 'AND_SEGMENT_OPERATOR' ? known.every(isEmpty) : known.some(isEmpty);
  return isAlways ? 'always' : 'sometimes';
}

/** True when everyone that comes to the rule or rollout is matched by its segments. */
export function alwaysMatches(choice: SegmentChoice, segments: SegmentLookup): boolean {
  return reachOf(choice, segments) === 'always';
}
