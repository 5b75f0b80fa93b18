import { type RuleState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Rule } from '../model';
import { type RuleDraft } from './drafts';
import { ruleState } from './flag-state';
import { stepPlans } from './step-plans';

/** Plans for the rules of a flag. */
export const rulePlans = stepPlans<Rule, RuleDraft, RuleState>({
  stepsOf: ({ rules }) => rules,
  // A share of a variant that is gone is known by its id alone.
  stateOf: (draft, { flag }) =>
    ruleState(draft, (id) => flag.variants.find((variant) => variant.id === id)?.key ?? id),
  withSteps: (flag, edit) => ({ ...flag, rules: edit(flag.rules) }),
  nameOf: copy.rule,
  reorderTitle: copy.reorderRules,
});
