import { type Constraint } from './constraint';
import { type Instant } from './time';

/** How the constraints of a segment combine. */
export const matchTypes = ['all', 'any'] as const;
export type MatchType = (typeof matchTypes)[number];

/** How several segments of one rule or rollout combine. */
export const segmentOperators = ['or', 'and'] as const;
export type SegmentOperator = (typeof segmentOperators)[number];

/** A named group of entities, described by constraints. */
export interface Segment {
  readonly namespaceKey: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly matchType: MatchType;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A segment with its constraints in creation order. */
export interface SegmentWithConstraints extends Segment {
  readonly constraints: readonly Constraint[];
}

/** The segments a rule or a segment rollout looks at: one or more distinct keys, in the order given. */
export interface SegmentSelection {
  readonly segmentKeys: readonly string[];
  /** Always `or` when there is one key. */
  readonly segmentOperator: SegmentOperator;
}

/**
 * The selection a request describes: duplicates removed keeping the first, and `or` for a single key.
 */
export function selectSegments(keys: readonly string[], operator: SegmentOperator): SegmentSelection {
  const segmentKeys = [...new Set(keys)];
  return { segmentKeys, segmentOperator: segmentKeys.length > 1 ? operator : 'or' };
}
