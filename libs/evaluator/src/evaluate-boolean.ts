import { thresholdBucket } from '@pennon/domain';
import {
  type BooleanReason,
  type BooleanResult,
  type CompiledBooleanFlag,
  type CompiledRollout,
  type ResultBasis,
} from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { keep, keptBoolean } from './kept-results';
import { type KnownSegments, matchSegments, noSegmentKeys } from './match-segments';

/**
 * Whether the flag is on for the entity.
 *
 * The first rollout that applies decides. A disabled flag tries its rollouts like any other: `isEnabled` is only what
 * it answers when none applies. Never throws, and always answers the same question with the same object.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function evaluateBoolean(
  flag: CompiledBooleanFlag,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): BooleanResult {
  for (const rollout of flag.rollouts) {
    const segmentKeys = appliesTo(rollout, flag.key, entityId, context, known);
    if (segmentKeys !== undefined) return answer(flag, rollout, rollout.value, 'match', segmentKeys);
  }
  return answer(flag, flag, flag.isEnabled, 'default', noSegmentKeys);
}

/**
 * The keys of the segments by which a rollout applies to the entity, none for a threshold; undefined if it does not.
 */
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

/** A flag is the source of its answer when none of its rollouts applied. */
function basisOf(source: CompiledBooleanFlag | CompiledRollout): ResultBasis {
  const asked = 'rollouts' in source ? source.rollouts : [source];
  if (asked.length === 0) return 'nothing';
  return asked.some(({ type }) => type === 'threshold') ? 'split' : 'properties';
}

function answer(
  { key: flagKey, metadata }: CompiledBooleanFlag,
  source: CompiledBooleanFlag | CompiledRollout,
  isEnabled: boolean,
  reason: BooleanReason,
  segmentKeys: readonly string[],
): BooleanResult {
  return (
    keptBoolean(source, flagKey, segmentKeys) ??
    keep(source, {
      type: 'boolean',
      flagKey,
      isEnabled,
      reason,
      basis: basisOf(source),
      segmentKeys,
      metadata,
      notes: undefined,
      next: undefined,
    })
  );
}
