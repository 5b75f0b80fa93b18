import { type flipt } from '@pennon/api';
import {
  assertKey,
  assertNotEmpty,
  normalizeConstraint,
  storedOperatorsByType,
  type ConstraintInput,
  type NormalizedConstraint,
} from '@pennon/domain';
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
export function validateCreateConstraint(request: flipt.CreateConstraintRequest): NormalizedConstraint {
  assertNotEmpty('segmentKey', request.segmentKey);
  return normalizeConstraint(inputOf(request));
}

/**
 * What to store in place of a constraint, which may keep an operator that documents allow, and the API does not.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
export function validateUpdateConstraint(request: flipt.UpdateConstraintRequest): NormalizedConstraint {
  assertNotEmpty('id', request.id);
  assertNotEmpty('segmentKey', request.segmentKey);
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

/** @throws InvalidArgumentError if id or segment key is empty. */
export function validateDeleteConstraint(request: flipt.DeleteConstraintRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('segmentKey', request.segmentKey);
}
