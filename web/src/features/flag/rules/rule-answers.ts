import { type Answer, type AnswerPart, partsOf, ruleAnswers, type RuleState } from '@pennon/state';
import { answerText, impactOf, ruleImpactText } from '@/lib/audience';
import { type Flag, type Rule } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { choiceText } from '../targeting/segment-choice';

/** What the entities that a rule matches get, bucket by bucket. */
function answersOf(flag: Flag, { distributions }: RuleState): readonly Answer[] {
  return ruleAnswers(distributions, flag);
}

/** The same as runs, for its bar. */
export function rulePartsOf(flag: Flag, rule: RuleState): readonly AnswerPart[] {
  return partsOf(answersOf(flag, rule));
}

/** The same in words, as in `50 % blue, 50 % no variant`. */
export function servedText(flag: Flag, rule: RuleState): string {
  return rulePartsOf(flag, rule)
    .map(({ answer, share }) => `${formatPercent(share)} ${answerText(answer)}`)
    .join(', ');
}

/**
 * Which entities that reach the rule get another variant by an edit, exactly. Undefined where only
 * the segments change: who reaches the rule then is not known.
 */
export function ruleImpactOf(flag: Flag, rule: Rule, draft: RuleState): string | undefined {
  const keysOf = (each: RuleState): readonly (string | undefined)[] =>
    answersOf(flag, each).map((answer) => (answer.kind === 'variant' ? answer.variantKey : undefined));
  const impact = impactOf(keysOf(rule), keysOf(draft));
  if (impact.share === 0 && choiceText(rule) !== choiceText(draft)) return undefined;
  return ruleImpactText(impact);
}
