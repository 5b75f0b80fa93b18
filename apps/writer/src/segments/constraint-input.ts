import { comparisonTypeWords, type flipt } from '@pennon/api';
import {
  normalizeConstraint,
  storedOperatorsByType,
  type ConstraintInput,
  type NormalizedConstraint,
} from '@pennon/domain';

/**
 * The constraint to store.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
export function createdConstraint(request: flipt.CreateConstraintRequest): NormalizedConstraint {
  return normalizeConstraint(inputOf(request));
}

/**
 * What to store in place of a constraint, which may keep an operator that documents allow, and the API does not.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
export function updatedConstraint(request: flipt.UpdateConstraintRequest): NormalizedConstraint {
  return normalizeConstraint(inputOf(request), storedOperatorsByType);
}

function inputOf({
  type,
  property,
  operator,
  value,
}: flipt.CreateConstraintRequest | flipt.UpdateConstraintRequest): ConstraintInput {
  return { type: comparisonTypeWords.find(type), property, operator, value };
}
