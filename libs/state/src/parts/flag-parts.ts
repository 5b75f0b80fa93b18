import type { FlagValues, RolloutStep, SegmentOperator, SegmentSelection } from '@pennon/domain';
import {
  bareStep,
  type DistributionState,
  type FlagState,
  type RolloutState,
  type RuleState,
  type VariantState,
} from '../flag-state';
import { mergeValue } from '../merge/merge-value';
import { rolloutLaw, ruleLaw } from './row-laws';
import { fixedPart, listPart, mapPart, objectPart, valuePart } from './kinds';
import { offPart } from './off-part';
import type { Part, PartTable } from './part';
import { isSameJson } from '../same-json';

/** The parts of a variant, but its key. */
export const variantParts: PartTable<VariantState> = {
  name: valuePart(''),
  description: valuePart(''),
  attachment: valuePart(''),
};

/** The parts of one share of a rule. */
export const distributionParts: PartTable<DistributionState> = {
  variantKey: valuePart(''),
  rolloutPercent: valuePart(0),
};

/** The parts of a rule. The order of its segments decides nothing, and is kept. */
export const ruleParts = {
  segmentKeys: valuePart<readonly string[]>([]),
  segmentOperator: valuePart<SegmentOperator>('or'),
  // A share stays the same as long as its variant does.
  distributions: listPart(distributionParts, [
    ({ variantKey, rolloutPercent }) => JSON.stringify([variantKey, rolloutPercent]),
    ({ variantKey }) => variantKey,
  ]),
} as const satisfies PartTable<RuleState>;

function isSameStep(one: RolloutStep, other: RolloutStep): boolean {
  return isSameJson(bareStep(one), bareStep(other));
}

const stepPart: Part<RolloutStep> = {
  ...{ shape: 'value', none: { type: 'threshold', percent: 0, value: false } },
  isSame: isSameStep,
  words: (step) => JSON.stringify(bareStep(step)),
  merge: (three, spot) => mergeValue(three, isSameStep, spot),
};

/** The parts of a rollout. */
export const rolloutParts: PartTable<RolloutState> = {
  description: valuePart(''),
  step: stepPart,
};

/** The parts of a flag that rows and states have alike, in the order in which people read them. */
export const flagValueParts: PartTable<FlagValues> = {
  name: valuePart(''),
  description: valuePart(''),
  type: fixedPart('variant'),
  isEnabled: valuePart(false),
  metadata: objectPart,
};

/** The parts of a flag, in the order in which people read them. */
export const flagParts = {
  ...flagValueParts,
  off: offPart,
  defaultVariantKey: valuePart<string | undefined>(undefined),
  variants: mapPart(variantParts),
  // A rule that is equal stays the same wherever it moves to, then one for the same segments, then the next.
  rules: listPart(
    ruleParts,
    [
      ({ distributions, ...rule }) =>
        JSON.stringify([
          selectionText(rule),
          distributions.map(({ variantKey, rolloutPercent }) => [variantKey, rolloutPercent]),
        ]),
      selectionText,
      () => '',
    ],
    ruleLaw,
  ),
  // A rollout stays the same as long as its type does, which nothing can change.
  rollouts: listPart(
    rolloutParts,
    [
      ({ description, step }) => JSON.stringify([description, step.value, stepText(step)]),
      ({ step }) => stepText(step, 'loosely'),
      ({ step }) => step.type,
    ],
    rolloutLaw,
  ),
} as const satisfies PartTable<FlagState>;

function selectionText({ segmentKeys, segmentOperator }: SegmentSelection): string {
  return JSON.stringify([segmentKeys, segmentOperator]);
}

/** Whom a step is for; loosely, all thresholds are alike. */
function stepText(step: RolloutStep, how: 'exactly' | 'loosely' = 'exactly'): string {
  if (step.type === 'segment') return selectionText(step);
  return how === 'loosely' ? step.type : JSON.stringify([step.type, step.percent]);
}
