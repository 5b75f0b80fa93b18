import { type SegmentDocument } from '@pennon/snapshot';
import { type ConstraintState, type SegmentState } from '@pennon/state';

/** What of a segment decides whom it holds. */
export interface ProbedSegment extends Pick<SegmentState, 'matchType'> {
  readonly constraints: readonly (Pick<ConstraintState, 'type' | 'property' | 'value'> & {
    readonly operator: string;
  })[];
}

/** A segment as the evaluator of the server takes it, saved or not. Its constraints are told apart by their places. */
export function segmentDocument(key: string, { matchType, constraints }: ProbedSegment): SegmentDocument {
  return {
    key,
    matchType,
    constraints: constraints.map(({ type, property, operator, value }, place) => ({
      ...{ id: String(place), type, property, operator, value },
    })),
  };
}
