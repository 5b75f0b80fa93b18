import type { Constraint, Segment } from '@pennon/domain';

/** What a segment is: everything but ids, moments and revision. The rules of {@link FlagState} for members hold. */
export interface SegmentState extends Pick<Segment, 'key' | 'name' | 'description' | 'matchType'> {
  /** Their order means nothing. */
  readonly constraints: readonly ConstraintState[];
}

/** One condition on the evaluation context. */
export type ConstraintState = Pick<Constraint, 'type' | 'property' | 'operator' | 'value' | 'description'>;
