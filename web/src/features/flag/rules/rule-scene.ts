import { type Flag, type Rule, type Segment } from '@/api/types';
import {
  type Answer,
  type AudienceFlag,
  impactOf,
  type Part,
  partsOf,
  ruleAnswers,
  ruleImpactText,
} from '@/lib/audience';
import { type RuleDraft } from '@/lib/plan';
import { choiceText } from '../targeting/choice-text';

/** What the rules of a flag are shown with. */
export interface RulesScene {
  readonly flag: Flag;
  /** By rank. */
  readonly rules: readonly Rule[];
  readonly segments: ReadonlyMap<string, Segment>;
}

/** What the entities that a rule matches get, bucket by bucket. */
function answersOf(flag: Flag, { shares, ...choice }: RuleDraft): readonly Answer[] {
  const contents: AudienceFlag = { flag, rules: [], rollouts: [] };
  return ruleAnswers({ ...choice, distributions: shares }, contents);
}

/** The same as runs, for its bar. */
export function rulePartsOf(flag: Flag, draft: RuleDraft): readonly Part[] {
  return partsOf(answersOf(flag, draft));
}

/**
 * Which entities that reach the rule get another variant by an edit, exactly. Undefined where only
 * the segments change: who reaches the rule then is not known.
 */
export function ruleImpactOf(flag: Flag, rule: Rule, draft: RuleDraft): string | undefined {
  const keysOf = (each: RuleDraft): readonly (string | undefined)[] =>
    answersOf(flag, each).map((answer) => (answer.kind === 'variant' ? answer.variant.key : undefined));
  const impact = impactOf(keysOf({ ...rule, shares: rule.distributions }), keysOf(draft));
  if (impact.share === 0 && choiceText(rule) !== choiceText(draft)) return undefined;
  return ruleImpactText(impact);
}
