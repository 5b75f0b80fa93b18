import { useQueryClient } from '@tanstack/react-query';
import { rulesQuery } from '@/api/rules';
import { type Rule } from '@/api/types';
import { type StoredForm } from '@/changes/editing';
import { rulesCopy as copy } from '@/copy/rules';
import { planRuleUpdate } from '@/lib/plan';
import { useItemForm } from '../targeting/use-item-form';
import { type RulesScene } from './rule-scene';
import {
  hasProblem,
  ruleDraftOf,
  ruleFields,
  ruleProblems,
  ruleTexts,
  type RuleValues,
  ruleValuesOf,
} from './rule-values';

/** The form of a stored rule. */
export function useRuleForm({ flag }: RulesScene, rule: Rule): StoredForm<RuleValues> {
  const client = useQueryClient();
  return useItemForm({
    item: rule,
    read: () => client.query({ ...rulesQuery(flag.namespaceKey, flag.key), staleTime: 0 }),
    valuesOf: ruleValuesOf,
    texts: ruleTexts(flag),
    labels: copy.labels,
    isValid: (values) => !hasProblem(ruleProblems(values)),
    planOf: (rules, freshest, values) =>
      planRuleUpdate({ flag, rules }, freshest, ruleDraftOf(values, freshest.distributions)),
    words: { success: copy.updated, action: copy.actions.update, gone: copy.gone },
    draft: { name: `flag/${flag.namespaceKey}/${flag.key}/rule/${rule.id}`, fields: ruleFields },
  });
}
