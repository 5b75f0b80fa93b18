import { comparisonTypeWords, type flipt } from '@pennon/api';
import { normalizeConstraint, type NormalizedConstraint } from '@pennon/domain';

/**
 * The constraint to store.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
export function validateConstraint(
  request: flipt.CreateConstraintRequest | flipt.UpdateConstraintRequest,
): NormalizedConstraint {
  const { type, property, operator, value } = request;
  return normalizeConstraint({ type: comparisonTypeWords.find(type), property, operator, value });
}
