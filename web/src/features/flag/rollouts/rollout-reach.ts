import { type RolloutStep, thresholdWidth } from '@pennon/domain';
import { type RolloutState, thresholdAnswers } from '@pennon/state';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { impactOf, thresholdImpactText } from '@/lib/audience';
import { type Rollout } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { choiceText } from '../targeting/segment-choice';
import { type StepProps } from '../targeting/step-kind';

/** Who a rollout is for, in words. */
export function targetText(step: RolloutStep): string {
  return step.type === 'threshold' ? copy.ofEntities(formatPercent(step.percent)) : choiceText(step);
}

/** What rollouts decide by, with an unsaved edit in the place of what is stored. */
export function shownSteps(
  rollouts: readonly RolloutState[],
  index: number,
  draft: RolloutState,
): readonly RolloutStep[] {
  return rollouts.with(index, draft).map(({ step }) => step);
}

/** Up to which bucket the thresholds before a place have decided already, in percent. */
export function coveredBefore(steps: readonly RolloutStep[], index: number): number {
  const before = steps.slice(0, index);
  return Math.max(0, ...before.map((step) => (step.type === 'threshold' ? thresholdWidth(step.percent) : 0)));
}

/** Who moves by an edit of a threshold; exact for entities in no segment. */
export function rolloutImpactOf(
  { scene: { flag, steps: rollouts }, index }: StepProps<Rollout>,
  draft: RolloutState,
): string | undefined {
  if (draft.step.type !== 'threshold') return undefined;
  const before = rollouts.map(({ step }) => step);
  const after = shownSteps(rollouts, index, draft);
  const answers = (steps: readonly RolloutStep[]): readonly boolean[] =>
    thresholdAnswers(steps, flag.isEnabled, () => false);
  const text = thresholdImpactText(impactOf(answers(before), answers(after)));
  const hasSegments = [...before, ...after].some(({ type }) => type === 'segment');
  return hasSegments ? copy.impactOutsideSegments(text) : text;
}
