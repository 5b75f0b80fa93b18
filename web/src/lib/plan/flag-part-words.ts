import { VARIANT_BUCKETS } from '@pennon/domain';
import {
  assignedBuckets,
  changedParts,
  type DistributionState,
  type FlagState,
  flagParts,
  isOff,
  partNames,
  type RolloutState,
  rolloutParts,
  type RuleState,
  ruleParts,
  type VariantState,
  variantParts,
} from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { formatPercent } from '../numbers';
import { bracketed, type Line, listed, nothing, sentence, textsOf } from './lines';
import { mapWords, partChanges, type PartWords, type StateWords, valueWords } from './part-changes';
import { type Change } from './plan';
import { listWords } from './row-words';
import { boolText, changedFields, changeOf, segmentsText, stateName, stateText, typeText } from './words';

const { subjects } = copy;

const flagLine: Line<FlagState> = {
  name: ({ name }) => name,
  type: ({ type }) => typeText(type),
  isEnabled: ({ type, isEnabled }) => stateText(type, isEnabled),
  description: ({ description }) => description,
  off: ({ off }) => (isOff(off) ? copy.field(subjects.off, offText(off)) : ''),
  metadata: ({ metadata }) => (metadata === undefined ? '' : flagParts.metadata.words(metadata)),
  // Each of these has a line of its own.
  defaultVariantKey: nothing,
  variants: nothing,
  rules: nothing,
  rollouts: nothing,
};

/** A flag as one line, as in `Checkout, Variant, Enabled`; what is below it is not in it. */
export function flagText(flag: FlagState): string {
  return listed(textsOf(flagLine, flag));
}

/** A variant as one line. */
export function variantText(variant: VariantState): string {
  return listed([variant.key, ...partNames(variantParts).map((name) => variant[name])]);
}

const ruleLine: Line<RuleState> = {
  segmentKeys: segmentsText,
  segmentOperator: nothing,
  distributions: ({ distributions }) => {
    const list = distributions.map(
      ({ variantKey, rolloutPercent }) => `${variantKey} ${formatPercent(rolloutPercent)}`,
    );
    return copy.serves(list.length === 0 ? copy.defaultOrNone : list.join(', '));
  },
};

/** A rule as one line, as in `beta → blue 50 %, green 50 %`. */
export function ruleText(rule: RuleState): string {
  return sentence(textsOf(ruleLine, rule));
}

const rolloutLine: Line<RolloutState> = {
  step: stepText,
  description: ({ description }) => bracketed(description),
};

/** A rollout as one line with its description, as in `25 % of entities → True (beta)`. */
export function rolloutText(rollout: RolloutState): string {
  return sentence(textsOf(rolloutLine, rollout));
}

/** A rollout without its description. */
export function stepText({ step }: Pick<RolloutState, 'step'>): string {
  const reach = step.type === 'threshold' ? copy.ofEntities(formatPercent(step.percent)) : segmentsText(step);
  return sentence([reach, copy.serves(boolText(step.value))]);
}

const variantPartWords: StateWords<VariantState> = {
  name: valueWords(subjects.name),
  description: valueWords(subjects.description),
  attachment: valueWords(subjects.attachment),
};

const selectionWords: PartWords<unknown, RuleState> = (_from, _to, subject, { from, to }) => [
  changeOf(copy.field(subject, subjects.segments), segmentsText(from), segmentsText(to)),
];

/** @param defaultKey The variant that entities get whom no share reaches. */
function rulePartWords(defaultKey: string | undefined): StateWords<RuleState> {
  return {
    segmentKeys: selectionWords,
    // Told with the segments where they change as well.
    segmentOperator: (from, to, subject, states) =>
      changedParts(ruleParts, states.from, states.to).includes('segmentKeys')
        ? []
        : selectionWords(from, to, subject, states),
    distributions: listWords<DistributionState, RuleState>(ruleParts.distributions, {
      subjectOf: ({ variantKey }, _, rule) => copy.field(rule, copy.shareOf(variantKey)),
      textOf: ({ rolloutPercent }) => formatPercent(rolloutPercent),
      nameOf: ({ variantKey }) => variantKey,
      consequenceOf: ({ from, to }) => {
        const gap = gapOf(to);
        if (gap <= gapOf(from)) return undefined;
        const percent = formatPercent(gap);
        return defaultKey === undefined ? copy.getNoVariant(percent) : copy.getDefaultVariant(percent);
      },
    }),
  };
}

/** How many percent of the entities of a rule no share reaches. */
function gapOf({ distributions }: RuleState): number {
  const reached = assignedBuckets(distributions.map(({ rolloutPercent }) => rolloutPercent));
  return Math.max(0, ((VARIANT_BUCKETS - reached) * 100) / VARIANT_BUCKETS);
}

const rolloutPartWords: StateWords<RolloutState> = {
  description: valueWords(subjects.description),
  step: (from, to, subject) =>
    changedFields(subject, [
      {
        name: to.type === 'threshold' ? subjects.threshold : subjects.segments,
        before: reachText(from),
        after: reachText(to),
      },
      { name: subjects.value, before: boolText(from.value), after: boolText(to.value) },
    ]),
};

function reachText(step: RolloutState['step']): string {
  return step.type === 'threshold' ? formatPercent(step.percent) : segmentsText(step);
}

function offText(off: FlagState['off']): string {
  if (!isOff(off)) return copy.isOn;
  return off.reason === undefined || off.reason === '' ? copy.isOff : copy.isOffBecause(off.reason);
}

export const flagPartWords: StateWords<FlagState> = {
  name: valueWords(subjects.name),
  description: valueWords(subjects.description),
  type: valueWords(subjects.type, typeText),
  isEnabled: (from, to, subject, { to: { type } }) => [
    changeOf(copy.field(subject, stateName(type)), stateText(type, from), stateText(type, to)),
  ],
  off: valueWords(subjects.off, offText),
  metadata: valueWords(subjects.metadata, (metadata) => flagParts.metadata.words(metadata)),
  defaultVariantKey: valueWords(subjects.defaultVariant, (key) => key ?? copy.none),
  variants: mapWords(variantParts, variantPartWords, copy.variant, variantText),
  rules: listWords<RuleState, FlagState>(flagParts.rules, {
    subjectOf: (_, position) => copy.rule(position),
    textOf: ruleText,
    nameOf: ({ segmentKeys }) => segmentKeys.join(' + '),
    changesOf: (from, to, subject, flag) =>
      partChanges(ruleParts, rulePartWords(flag.to.defaultVariantKey), subject, from, to),
  }),
  rollouts: listWords(flagParts.rollouts, {
    subjectOf: (_, position) => copy.rollout(position),
    textOf: rolloutText,
    nameOf: stepText,
    changesOf: (from, to, subject) => partChanges(rolloutParts, rolloutPartWords, subject, from, to),
  }),
};

/** What changes a flag from one state to the other, in words. */
export function flagChanges(from: FlagState, to: FlagState): readonly Change[] {
  return partChanges(flagParts, flagPartWords, copy.flag(to.key), from, to);
}
