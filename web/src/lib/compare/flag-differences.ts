import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { type Change } from '../plan/plan';
import { type ContentsDraft, draftOf } from '../plan/contents-steps';
import {
  changedFields,
  ruleText,
  stateName,
  stateText,
  typeText,
  variantText,
  wholeRolloutText,
} from '../plan/words';
import { listDifferences } from './list-differences';
import { sameJsonText, sortedJson } from './json-equality';

/**
 * What would have to change for the left flag to be as the right one, field by field; ids and dates say nothing, and
 * variants are the same when their keys are.
 */
export function flagDifferences(left: FlagContents, right: FlagContents): readonly Change[] {
  return draftDifferences(draftOf(left), draftOf(right));
}

/** The same of drafts, whose shares name variants by key. */
export function draftDifferences(left: ContentsDraft, right: ContentsDraft): readonly Change[] {
  const [from, to] = [left.flag, right.flag];
  const { name, description, metadata, defaultVariant, type } = copy.subjects;
  const itself = (key: string): string => key;
  return [
    ...changedFields(copy.flag(to.key), [
      { name, before: from.name, after: to.name },
      { name: description, before: from.description, after: to.description },
      { name: type, before: typeText(from.type), after: typeText(to.type) },
      {
        name: stateName(to.type),
        before: stateText(to.type, from.enabled),
        after: stateText(to.type, to.enabled),
      },
      {
        name: defaultVariant,
        before: from.defaultVariantKey ?? copy.none,
        after: to.defaultVariantKey ?? copy.none,
      },
      { name: metadata, before: sortedJson(from.metadata), after: sortedJson(to.metadata) },
    ]),
    ...variantDifferences(left, right),
    ...listDifferences(
      left.rules.map((rule) => ruleText(rule, rule.shares, itself)),
      right.rules.map((rule) => ruleText(rule, rule.shares, itself)),
      copy.rule,
    ),
    ...listDifferences(
      left.rollouts.map(wholeRolloutText),
      right.rollouts.map(wholeRolloutText),
      copy.rollout,
    ),
  ];
}

function variantDifferences(left: ContentsDraft, right: ContentsDraft): readonly Change[] {
  const before = new Map(left.flag.variants.map((variant) => [variant.key, variant]));
  const after = new Map(right.flag.variants.map((variant) => [variant.key, variant]));
  const { name, description, attachment } = copy.subjects;
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): readonly Change[] => {
    const [from, to] = [before.get(key), after.get(key)];
    const subject = copy.variant(key);
    if (from === undefined || to === undefined) {
      const textsOf = (variant: typeof from): readonly string[] =>
        variant === undefined ? [] : [variantText(variant)];
      return listDifferences(textsOf(from), textsOf(to), () => subject);
    }
    const isSameAttachment = sameJsonText(from.attachment, to.attachment);
    return changedFields(subject, [
      { name, before: from.name, after: to.name },
      { name: description, before: from.description, after: to.description },
      {
        name: attachment,
        before: from.attachment,
        after: isSameAttachment ? from.attachment : to.attachment,
      },
    ]);
  });
}
