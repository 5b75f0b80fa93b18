import { type Operator } from '@pennon/domain';
import { type ConstraintState, type SegmentState } from '@pennon/state';
import { domainTypes } from '../constraints/comparison-types';
import { type ConstraintValues, type SegmentDraft } from './drafts';

/** The segment in the words of the server. */
export function segmentState({ key, name, description, matchType, constraints }: SegmentDraft): SegmentState {
  return {
    key,
    name,
    description,
    matchType: matchType === 'ALL_MATCH_TYPE' ? 'all' : 'any',
    constraints: constraints.map(constraintState),
  };
}

export function constraintState(values: ConstraintValues): ConstraintState {
  const { type, property, operator, value, description } = values;
  // A newer server may have operators that are unknown here: they are compared like any other.
  return { type: domainTypes[type], property, operator: operator as Operator, value, description };
}
