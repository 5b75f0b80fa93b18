import { knownSegments, rolloutReach, type RolloutReach, type RolloutState } from '@pennon/state';
import { type ReactElement } from 'react';
import { AudienceBar, type AudienceSegment } from '@/components/audience-bar';
import { classes } from '@/components/ui/classes';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { withEdits } from '@/lib/flag-edits';
import { type Rollout } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { SegmentChips } from '../targeting/segment-chips';
import { type StepSummaryProps } from '../targeting/step-kind';
import { useUnsavedEdits } from '../unsaved-edits';
import { coveredBefore, shownSteps, targetText } from './rollout-reach';
import { valueText } from './rollout-values';

/** `25 % of entities → True` and whom that really reaches. */
export function RolloutSummary({
  scene,
  index,
  draft,
}: StepSummaryProps<Rollout, RolloutState>): ReactElement {
  const { segments, steps } = scene;
  const { step } = draft;
  // What stands in the forms of the others counts as well.
  const { rollouts } = withEdits({ ...scene.flag, rules: [], rollouts: steps }, useUnsavedEdits());
  const shown = shownSteps(rollouts, index, draft);
  const reach = rolloutReach(shown, knownSegments(segments.values()))[index];
  const covered = coveredBefore(shown, index);
  const text = reachText(step.type, reach);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {step.type === 'threshold' ? (
          targetText(step)
        ) : (
          <>
            {copy.ifIn} <SegmentChips choice={step} segments={segments} />
          </>
        )}{' '}
        {copy.arrow} <strong className="font-semibold">{valueText(step.value)}</strong>
      </p>
      {draft.description !== '' && <p className="text-secondary text-muted">{draft.description}</p>}
      <AudienceBar sentence={text} segments={barOf(covered, reach?.share ?? 0, step.value)} />
      <p className={classes('text-secondary', reach?.obstacle === undefined ? 'text-muted' : 'text-warn')}>
        {text}
      </p>
    </>
  );
}

/** What is decided before, what this rollout decides, and what is left. */
function barOf(covered: number, share: number, value: boolean): readonly AudienceSegment[] {
  return [
    { label: '', share: share === 0 ? 0 : covered, tone: { kind: 'nothing' } },
    { label: valueText(value), share, tone: { kind: value ? 'true' : 'false' } },
    { label: '', share: share === 0 ? 100 : 100 - covered - share, tone: { kind: 'nothing' } },
  ];
}

function reachText(type: RolloutState['step']['type'], reach: RolloutReach | undefined): string {
  if (reach === undefined) return copy.reach.nobody;
  const { share, isOfTheRest, obstacle } = reach;
  if (obstacle !== undefined) return copy.reach[obstacle];
  if (share === 0) return copy.reach.nobody;
  if (type === 'segment') {
    return share === 100 ? copy.reach.ofSegments : copy.reach.ofSegmentsRest(formatPercent(share));
  }
  return isOfTheRest ? copy.reach.ofTheRest(formatPercent(share)) : copy.reach.share(formatPercent(share));
}
