import { type RuleState } from '@pennon/state';
import { lazy } from 'react';
import { rulesCopy as copy } from '@/copy/rules';
import { type Rule } from '@/lib/model';
import { choiceText } from '../targeting/segment-choice';
import { type StepKind } from '../targeting/step-kind';
import { ruleImpactOf, servedText } from './rule-answers';
import { ruleFindings } from './rule-findings';
import { RuleSummary } from './rule-summary';
import {
  newRule,
  ruleDraftOf,
  ruleFields,
  ruleProblems,
  ruleTexts,
  type RuleValues,
  ruleValuesOf,
} from './rule-values';

/** Rules of variant flags: who is in segments gets variants. */
export const ruleKind: StepKind<Rule, RuleState, RuleValues> = {
  name: 'rule',
  list: 'rules',
  stepsOf: ({ rules }) => rules,
  plansOf: ({ rulePlans }) => rulePlans,
  copy,

  headingOf: (_, index) => copy.rule(index + 1),
  labelOf: (_, index) => copy.rule(index + 1),
  nameOf: ({ segmentKeys }) => copy.nameOf(segmentKeys.join(', ')),

  blank: newRule,
  valuesOf: ruleValuesOf,
  fields: ruleFields,
  textsOf: ruleTexts,
  problemsOf: ruleProblems,
  draftOf: ruleDraftOf,

  segmentKeysOf: ({ segmentKeys }) => segmentKeys,
  editOf: (id, rule) => ({ of: 'rule', id, rule }),
  impactOf: ({ scene, step }, draft) => ruleImpactOf(scene.flag, step, draft),
  findingsOf: ruleFindings,
  lossOf: ({ scene, step, index }) => [
    `${copy.rule(index + 1)}. ${copy.deletion.serves(choiceText(step), servedText(scene.flag, step))}`,
    ...(index < scene.steps.length - 1 ? [copy.deletion.moveUp] : []),
  ],
  Summary: RuleSummary,
  Fields: lazy(async () => ({ default: (await import('./rule-fields')).RuleFields })),
  // A card shows all of a rule.
  hasDrawer: false,
};
