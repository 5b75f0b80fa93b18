import { type flipt } from '@pennon/api';
import {
  assertListedOnce,
  assertNotEmpty,
  invalidField,
  normalizeThresholdPercent,
  type RolloutStep,
} from '@pennon/domain';
import { selectionOf } from '../segments/segment-selection';

/** Source of all checks and their order: contract/management-api.md 4. */
export function validateDeleteRollout(request: flipt.DeleteRolloutRequest): void {
  assertNotEmpty('id', request.id);
  assertNotEmpty('flagKey', request.flagKey);
}

/** @throws InvalidArgumentError if fewer than two ids are given, or one of them twice. */
export function validateOrderRollouts(request: flipt.OrderRolloutsRequest): void {
  assertNotEmpty('flagKey', request.flagKey);
  if (request.rolloutIds.length < 2) throw invalidField('rolloutIds', 'must contain atleast 2 elements');
  assertListedOnce('rolloutIds', request.rolloutIds);
}

/**
 * The step a request describes; undefined when it has neither a threshold nor a segment part.
 *
 * @throws InvalidArgumentError if the percentage is not a number from 0 to 100 or the segments are missing.
 */
export function validateStep(
  rule: flipt.CreateRolloutRequest['rule'] | flipt.UpdateRolloutRequest['rule'],
): RolloutStep | undefined {
  if (rule.case === undefined) return undefined;
  const { value } = rule.value;
  if (rule.case === 'segment') return { type: 'segment', ...selectionOf(rule.value), value };
  return { type: 'threshold', percent: normalizeThresholdPercent(rule.value.percentage), value };
}
