import { type flipt } from '@pennon/api';
import { assertKey, assertNotEmpty, normalizeConstraint, type NormalizedConstraint } from '@pennon/domain';
import { comparisonTypeWords } from './segments.presenter';

/** Source of all checks and their order: contract/management-api.md 4. */
export function validateCreateSegment(request: flipt.CreateSegmentRequest): void {
  assertKey('key', request.key);
  assertNotEmpty('name', request.name);
}

/** @throws InvalidArgumentError if key or name is empty. */
export function validateUpdateSegment(request: flipt.UpdateSegmentRequest): void {
  assertNotEmpty('key', request.key);
  assertNotEmpty('name', request.name);
}

/**
 * The constraint to store.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
export function validateConstraint(
  request: flipt.CreateConstraintRequest | flipt.UpdateConstraintRequest,
): NormalizedConstraint {
  assertNotEmpty('segmentKey', request.segmentKey);
  const { type, property, operator, value } = request;
  return normalizeConstraint({ type: comparisonTypeWords.find(type), property, operator, value });
}

/** @throws InvalidArgumentError if id or segment key is empty. */
export function validateDeleteConstraint(request: flipt.DeleteConstraintRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('segmentKey', request.segmentKey);
}
