import { type Rollout } from '@/api/types';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import {
  type AudienceRollout,
  effectivePercentage,
  impactOf,
  thresholdAnswers,
  thresholdImpactText,
} from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { type RolloutDraft } from '@/lib/plan';
import { choiceText } from '../targeting/segment-choice';
import { type StepProps } from '../targeting/step-kind';

/** Who a rollout is for, in words. */
export function targetText(draft: RolloutDraft): string {
  return draft.type === 'THRESHOLD_ROLLOUT_TYPE'
    ? copy.ofEntities(formatPercent(draft.threshold.percentage))
    : choiceText(draft.segment);
}

export function valueOf(draft: RolloutDraft): boolean {
  return draft.type === 'THRESHOLD_ROLLOUT_TYPE' ? draft.threshold.value : draft.segment.value;
}

/** Rollouts as far as they decide who gets what: an unsaved edit can stand in for a stored one. */
export function audienceOf(rollouts: readonly Rollout[]): readonly AudienceRollout[] {
  return rollouts;
}

/** Up to which bucket the thresholds before a place have decided already, in percent. */
export function coveredBefore(rollouts: readonly AudienceRollout[], index: number): number {
  const thresholds = rollouts
    .slice(0, index)
    .flatMap((rollout) => (rollout.type === 'THRESHOLD_ROLLOUT_TYPE' ? [rollout.threshold.percentage] : []));
  return Math.max(0, ...thresholds.map(effectivePercentage));
}

/** Who moves by an edit of a threshold; exact for entities in no segment. */
export function rolloutImpactOf(
  { scene: { flag, steps: rollouts }, index }: StepProps<Rollout>,
  draft: RolloutDraft,
): string | undefined {
  if (draft.type !== 'THRESHOLD_ROLLOUT_TYPE') return undefined;
  const after = audienceOf(rollouts).with(index, draft);
  const answers = (list: readonly AudienceRollout[]): readonly boolean[] =>
    thresholdAnswers(list, flag.enabled, () => false);
  const text = thresholdImpactText(impactOf(answers(rollouts), answers(after)));
  const hasSegments = [...rollouts, ...after].some(({ type }) => type === 'SEGMENT_ROLLOUT_TYPE');
  return hasSegments ? copy.impactOutsideSegments(text) : text;
}
