import {
  type FlagState,
  flagParts,
  isOff,
  partNames,
  type RolloutState,
  type RuleState,
  type VariantState,
  variantParts,
} from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { formatPercent } from '../numbers';
import { bracketed, type Line, listed, nothing, sentence, textsOf } from './lines';
import { mapWords, listWords, type StateWords, valueWords } from './part-changes';
import { boolText, changedFields, changeOf, segmentsText, stateName, stateText, typeText } from './words';

const { subjects } = copy;

const flagLine: Line<FlagState> = {
  name: ({ name }) => name,
  type: ({ type }) => typeText(type),
  isEnabled: ({ type, isEnabled }) => stateText(type, isEnabled),
  description: ({ description }) => description,
  off: ({ off }) => (isOff(off) ? flagParts.off.words(off) : ''),
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

export const variantPartWords: StateWords<VariantState> = {
  name: valueWords(subjects.name),
  description: valueWords(subjects.description),
  attachment: valueWords(subjects.attachment),
};

export const flagPartWords: StateWords<FlagState> = {
  name: valueWords(subjects.name),
  description: valueWords(subjects.description),
  type: valueWords(subjects.type, typeText),
  isEnabled: (from, to, subject, { type }) => [
    changeOf(copy.field(subject, stateName(type)), stateText(type, from), stateText(type, to)),
  ],
  off: valueWords(subjects.off, (off) => flagParts.off.words(off)),
  metadata: valueWords(subjects.metadata, (metadata) => flagParts.metadata.words(metadata)),
  defaultVariantKey: valueWords(subjects.defaultVariant, (key) => key ?? copy.none),
  variants: mapWords(variantParts, variantPartWords, copy.variant, variantText),
  rules: listWords(flagParts.rules, copy.rule, ruleText),
  rollouts: listWords(flagParts.rollouts, copy.rollout, rolloutText),
};

export const rolloutPartWords: StateWords<RolloutState> = {
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
