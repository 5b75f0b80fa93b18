import { type CompiledBooleanFlag } from '@pennon/snapshot';
import { thresholdBucket } from './bucket';
import { type EvaluationContext } from './evaluation-context';
import { type KnownSegments } from './known-segments';
import { matchSegments } from './match-segments';
import { type BooleanReason } from './reason';
import { noSegmentKeys } from './segment-keys';

/** What a boolean flag answers an entity. */
export interface BooleanResult {
  readonly isEnabled: boolean;
  readonly reason: BooleanReason;
  /** Keys of the segments that matched, in the order the rollout lists them; empty unless segments decided. */
  readonly segmentKeys: readonly string[];
}

/**
 * Whether the flag is on for the entity.
 *
 * The first rollout that applies decides. A disabled flag tries its rollouts like any other: `isEnabled` is only what
 * it answers when none applies. Pure; never throws. Source: contract/evaluation.md 4.7.
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
    if (rollout.type === 'threshold') {
      if (thresholdBucket(entityId, flag.key) < rollout.percent) return match(rollout.value, noSegmentKeys);
    } else {
      const segmentKeys = matchSegments(rollout, entityId, context, known);
      if (segmentKeys !== undefined) return match(rollout.value, segmentKeys);
    }
  }
  return { isEnabled: flag.isEnabled, reason: 'default', segmentKeys: noSegmentKeys };
}

function match(isEnabled: boolean, segmentKeys: readonly string[]): BooleanResult {
  return { isEnabled, reason: 'match', segmentKeys };
}
