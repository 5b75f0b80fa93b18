import { shortestFloat32, THRESHOLD_BUCKETS, thresholdBucket } from '@pennon/domain';
import {
  type CompiledBooleanFlag,
  type CompiledRollout,
  type RolloutDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { evaluateBoolean } from './evaluate-boolean';
import { type EvaluationContext } from './evaluation-context';
import { explainSegments, skipSegments } from './explain-segments';
import {
  type Ending,
  type BooleanExplanation,
  type RolloutExplanation,
  type StepOutcome,
} from './explanation';
import { besides, StoredParts } from './stored-parts';

/**
 * What {@link evaluateBoolean} answers, with the way there: found out by the same functions, asked once more and one by
 * one, so that evaluating does not pay for it. Pure; never throws.
 *
 * @param document What the flag was compiled from, whole.
 */
export function explainBoolean(
  flag: CompiledBooleanFlag,
  entityId: string,
  context: EvaluationContext,
  document: SnapshotDocument,
): BooleanExplanation {
  const stored = new StoredParts(document);
  const rollouts: RolloutExplanation[] = [];
  let deciding: RolloutExplanation | undefined;
  for (const [rollout, source] of besides(flag.rollouts, stored.rollouts(flag.key))) {
    const step =
      deciding === undefined
        ? explainRollout(flag, rollout, source, entityId, context, stored)
        : skipRollout(rollout, source);
    if (step.outcome === 'matched') deciding = step;
    rollouts.push(step);
  }
  return {
    type: 'boolean',
    flagKey: flag.key,
    isEnabled: flag.isEnabled,
    rollouts,
    ending: stored.isOff(flag.key) ? 'off' : endingOf(deciding),
    result: evaluateBoolean(flag, entityId, context),
  };
}

function explainRollout(
  flag: CompiledBooleanFlag,
  rollout: CompiledRollout,
  { id, rank }: RolloutDocument,
  entityId: string,
  context: EvaluationContext,
  stored: StoredParts,
): RolloutExplanation {
  const { type, value } = rollout;
  // It applies when it would decide if there were no other.
  const { reason } = evaluateBoolean({ ...flag, rollouts: [rollout] }, entityId, context);
  const outcome: StepOutcome = reason === 'match' ? 'matched' : 'not-matched';
  if (type === 'segment') {
    return { type, id, rank, outcome, value, ...explainSegments(rollout, entityId, context, stored) };
  }
  const bucket = thresholdBucket(entityId, flag.key);
  const hash = { input: entityId + flag.key, bucket, bucketCount: THRESHOLD_BUCKETS };
  return { type, id, rank, outcome, value, percent: shortestFloat32(rollout.percent), hash };
}

function skipRollout(rollout: CompiledRollout, { id, rank }: RolloutDocument): RolloutExplanation {
  const { type, value } = rollout;
  const outcome: StepOutcome = 'skipped';
  if (type === 'segment') return { type, id, rank, outcome, value, ...skipSegments(rollout) };
  return { type, id, rank, outcome, value, percent: shortestFloat32(rollout.percent), hash: undefined };
}

function endingOf(deciding: RolloutExplanation | undefined): Ending {
  if (deciding === undefined) return 'no-step';
  return deciding.type === 'threshold' ? 'threshold' : 'segments';
}
