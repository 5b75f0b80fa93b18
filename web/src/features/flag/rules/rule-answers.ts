import { type Flag, type Rule } from '@/api/types';
import {
  type Answer,
  answerText,
  impactOf,
  type Part,
  partsOf,
  ruleAnswers,
  ruleImpactText,
} from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { type RuleDraft } from '@/lib/plan';
import { choiceText } from '../targeting/segment-choice';

/** What the entities that a rule matches get, bucket by bucket. */
function answersOf(flag: Flag, rule: RuleDraft): readonly Answer[] {
  return ruleAnswers(rule, { flag, rules: [], rollouts: [] });
}

/** The same as runs, for its bar. */
export function rulePartsOf(flag: Flag, rule: RuleDraft): readonly Part[] {
  return partsOf(answersOf(flag, rule));
}

/** The same in words, as in `50 % blue, 50 % no variant`. */
export function servedText(flag: Flag, rule: RuleDraft): string {
  return rulePartsOf(flag, rule)
    .map(({ answer, share }) => `${formatPercent(share)} ${answerText(answer)}`)
    .join(', ');
}

/**
 * Which entities that reach the rule get another variant by an edit, exactly. Undefined where only
 * the segments change: who reaches the rule then is not known.
 */
export function ruleImpactOf(flag: Flag, rule: Rule, draft: RuleDraft): string | undefined {
  const keysOf = (each: RuleDraft): readonly (string | undefined)[] =>
    answersOf(flag, each).map((answer) => (answer.kind === 'variant' ? answer.variant.key : undefined));
  const impact = impactOf(keysOf(rule), keysOf(draft));
  if (impact.share === 0 && choiceText(rule) !== choiceText(draft)) return undefined;
  return ruleImpactText(impact);
}
