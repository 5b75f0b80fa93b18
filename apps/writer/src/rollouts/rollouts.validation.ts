import { type flipt } from '@pennon/api';
import { normalizeThresholdPercent, type RolloutStep } from '@pennon/domain';
import { selectionOf } from '../segments/segment-selection';

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
