import type { FlagState, RolloutState } from '../flag-state';
import type { EditKind, EditSpot, PercentageEdit } from './edit';
import { rowAt } from './row-at';

/** The share of a boolean flag. */
export const percentageEdit: EditKind<FlagState, PercentageEdit> = {
  items: () => [],
  apply(flag, { percent, rank, value }, spot) {
    if (!(Number.isInteger(percent) && percent >= 0 && percent <= 100))
      spot.refuse('percentage', 'must be a whole number from 0 to 100');
    if (flag.type !== 'boolean') spot.fail('percentage', 'is a variant flag, which has weights instead');
    const index = rank === undefined ? onlyThreshold(flag, spot) : thresholdAt(flag, rank, spot);
    const before = flag.rollouts[index];
    if (value === undefined && before?.step.value === false)
      spot.fail('percentage', `gives false to the share of rollout ${index + 1}: set value as well`);
    const step = { type: 'threshold', percent, value: value ?? true } as const;
    if (step.value && flag.isEnabled)
      spot.fail(
        'percentage',
        'is enabled, so everyone else gets true already: set enabled to false as well, or set value to false to ' +
          'give the share false',
      );
    const after: RolloutState = { description: before?.description ?? '', step };
    const row = spot.replace(`rollout ${index + 1}`, before, after);
    return { ...flag, rollouts: flag.rollouts.toSpliced(index, 1, row) };
  },
};

/** Where the only threshold is; behind the last rollout if there is none. */
function onlyThreshold({ rollouts }: FlagState, spot: EditSpot): number {
  const [first = rollouts.length, ...others] = rollouts.flatMap(({ step }, index) =>
    step.type === 'threshold' ? [index] : [],
  );
  if (others.length > 0) spot.fail('rank', `has ${others.length + 1} thresholds: set rank to one of them`);
  return first;
}

function thresholdAt({ rollouts }: FlagState, rank: number, spot: EditSpot): number {
  const { index, row } = rowAt('rollout', rollouts, rank, spot);
  if (row.step.type !== 'threshold')
    spot.fail('rank', `has a rollout for segments at rank ${rank}, which has no percentage`);
  return index;
}
