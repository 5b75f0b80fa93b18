import type { SegmentSelection } from '@pennon/domain';
import type { RolloutState, RuleState } from '../flag-state';
import type { RowLaw } from '../merge/merge-rows';

/** How rules merge: whom one is for, and which variants those get. */
export const ruleLaw: RowLaw<RuleState> = {
  contents: [(rule) => JSON.stringify([setText(rule), rule.distributions.map(shareOf)])],
  condition: setText,
  result: ({ distributions }) => distributions.map(shareOf),
  joined: ({ segmentKeys, segmentOperator }, { distributions }) => ({
    segmentKeys,
    segmentOperator,
    distributions,
  }),
};

/** How rollouts merge: a threshold is for whoever comes to it, and its percentage is part of its result. */
export const rolloutLaw: RowLaw<RolloutState> = {
  kind: ({ step }) => step.type,
  contents: [
    ({ description, step }) => JSON.stringify([description, stepText(step)]),
    ({ step }) => stepText(step),
  ],
  condition: ({ step }) => (step.type === 'segment' ? setText(step) : undefined),
  result: ({ step }) => (step.type === 'segment' ? step.value : [step.percent, step.value]),
  description: ({ description }) => description,
  joined(condition, { step: result }, { description }) {
    if (result.type === 'threshold' || condition.step.type === 'threshold')
      return { description, step: result };
    return { description, step: { ...condition.step, value: result.value } };
  },
};

function stepText(step: RolloutState['step']): string {
  return JSON.stringify(step.type === 'segment' ? [setText(step), step.value] : [step.percent, step.value]);
}

/** Segments in any order mean the same. */
function setText({ segmentKeys, segmentOperator }: SegmentSelection): string {
  return JSON.stringify([[...new Set(segmentKeys)].toSorted(), segmentOperator]);
}

function shareOf({ variantKey, rolloutPercent }: RuleState['distributions'][number]): readonly unknown[] {
  return [variantKey, rolloutPercent];
}
