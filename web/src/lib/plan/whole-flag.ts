import { type FlagState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { flagText, rolloutText, ruleText, variantText } from './flag-part-words';
import { type Change } from './plan';

/** A whole flag as changes, each of its parts for itself. @param change Whether they come or go. */
export function wholeFlagChanges(
  flag: FlagState,
  change: (subject: string, text: string) => Change,
): readonly Change[] {
  const subject = copy.flag(flag.key);
  const partOf = (part: string): string => copy.of(part, flag.key);
  return [
    change(subject, flagText(flag)),
    ...flag.variants.map((variant) => change(partOf(copy.variant(variant.key)), variantText(variant))),
    ...(flag.defaultVariantKey === undefined
      ? []
      : [change(copy.field(subject, copy.subjects.defaultVariant), flag.defaultVariantKey)]),
    ...flag.rules.map((rule, index) => change(partOf(copy.rule(index + 1)), ruleText(rule))),
    ...flag.rollouts.map((rollout, index) => change(partOf(copy.rollout(index + 1)), rolloutText(rollout))),
  ];
}
