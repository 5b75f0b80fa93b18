import { type AuditedState, type JsonObject, type Rollout, type RolloutStep } from '@pennon/domain';
import { orderState } from './order-state';

/** A rollout in an event. */
export function rolloutState(rollout: Rollout): AuditedState {
  const { id, namespaceKey, flagKey, rank, description, step } = rollout;
  return {
    type: 'rollout',
    key: id,
    namespaceKey,
    flagKey,
    image: { namespace_key: namespaceKey, flag_key: flagKey, rank, description, ...stepImage(step), id },
  };
}

/** The order of a flag's rollouts in an event. @param rolloutIds From the first rank on. */
export function rolloutOrderState(
  namespaceKey: string,
  flagKey: string,
  rolloutIds: readonly string[],
): AuditedState {
  return orderState('rollout', namespaceKey, flagKey, { rollout_ids: rolloutIds });
}

function stepImage(step: RolloutStep): JsonObject {
  const { value } = step;
  if (step.type === 'threshold') return { threshold: { percentage: step.percent, value } };
  return { segment: { key: step.segmentKeys.join(','), value, operator: step.segmentOperator } };
}
