import { type SegmentDocument } from '@pennon/snapshot';
import { type Constraint, type Segment } from '../model';
import { domainTypes, wireTypes } from './comparison-types';

/** What of a segment decides whom it holds. */
export interface ProbedSegment extends Pick<Segment, 'matchType'> {
  readonly constraints: readonly Pick<Constraint, 'id' | 'type' | 'property' | 'operator' | 'value'>[];
}

/** A segment as the evaluator of the server takes it, saved or not. */
export function segmentDocument(key: string, { matchType, constraints }: ProbedSegment): SegmentDocument {
  return {
    key,
    matchType: matchType === 'ALL_MATCH_TYPE' ? 'all' : 'any',
    constraints: constraints.map(({ id, type, property, operator, value }) => ({
      id,
      type: domainTypes[type],
      property,
      operator,
      value,
    })),
  };
}

/** The same backwards: a segment of the namespace index, in the words of the management API. */
export function probedSegment({ matchType, constraints }: SegmentDocument): ProbedSegment {
  return {
    matchType: matchType === 'all' ? 'ALL_MATCH_TYPE' : 'ANY_MATCH_TYPE',
    constraints: constraints.map((constraint) => ({
      ...constraint,
      type: wireTypes[constraint.type],
    })),
  };
}
