import { type CompiledBooleanFlag, type CompiledRollout, type BooleanResult } from '@pennon/snapshot';
import { thresholdBucket } from './bucket';
import { type EvaluationContext } from './evaluation-context';
import { keptResult } from './kept-results';
import { type KnownSegments } from './known-segments';
import { matchSegments } from './match-segments';
import { noSegmentKeys } from './segment-keys';

/**
 * Whether the flag is on for the entity.
 *
 * The first rollout that applies decides. A disabled flag tries its rollouts like any other: `isEnabled` is only what
 * it answers when none applies. Never throws, and always answers the same question with the same object.
 * Source: contract/evaluation.md 4.7.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function evaluateBoolean(
  flag: CompiledBooleanFlag,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): BooleanResult {
  const { key: flagKey, isEnabled } = flag;
  for (const rollout of flag.rollouts) {
    const segmentKeys = appliesTo(rollout, flagKey, entityId, context, known);
    if (segmentKeys === undefined) continue;
    const { value } = rollout;
    return keptResult(rollout, {
      type: 'boolean',
      flagKey,
      isEnabled: value,
      reason: 'match',
      segmentKeys,
      notes: undefined,
      next: undefined,
    });
  }
  return keptResult(flag, {
    type: 'boolean',
    flagKey,
    isEnabled,
    reason: 'default',
    segmentKeys: noSegmentKeys,
    notes: undefined,
    next: undefined,
  });
}

/** The keys of the segments by which a rollout applies to the entity, none for a threshold; undefined if it does not. */
function appliesTo(
  rollout: CompiledRollout,
  flagKey: string,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): readonly string[] | undefined {
  if (rollout.type === 'segment') return matchSegments(rollout, entityId, context, known);
  return thresholdBucket(entityId, flagKey) < rollout.percent ? noSegmentKeys : undefined;
}
