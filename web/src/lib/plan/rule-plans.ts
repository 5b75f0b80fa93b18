import { plansCopy as copy } from '@/copy/plans';
import { type Flag, type Rule, type SegmentChoice } from '../model';
import {
  createRuleCall,
  createShareCall,
  deleteRuleCall,
  orderRulesCall,
  updateRuleCall,
  type FlagPlace,
} from './calls';
import { type RuleDraft } from './drafts';
import { ruleState, selectionOf } from './flag-state';
import { ruleText } from './flag-part-words';
import { insertedAt, nextRank, orderSteps } from './order';
import { idFrom } from './paths';
import { type Plan, type Step } from './plan';
import { inPlaces, shareChanges, shareSteps, type SharePlace } from './share-steps';
import {
  changedFields,
  changeOf,
  creation,
  deletion,
  segmentsText,
  variantNames,
  type VariantNames,
} from './words';

/** What rule plans know of the flag: its rules by rank. */
export interface RuleScene {
  readonly flag: Flag;
  readonly rules: readonly Rule[];
}

/**
 * Creates a rule with its shares; last unless told otherwise.
 *
 * @param index Place among the rules, from 0.
 */
export function planRuleCreate({ flag, rules }: RuleScene, draft: RuleDraft, index = rules.length): Plan {
  const nameOf = variantNames(flag.variants);
  const ids = rules.map(({ id }) => id);
  const steps = [
    ...createRuleSteps(flag, draft, nextRank(rules), 'rule', nameOf),
    ...orderRuleSteps(flag, [...ids, idFrom('rule')], insertedAt(ids, index, idFrom('rule'))),
  ];
  const subject = copy.rule(index + 1);
  return {
    title: copy.create(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [creation(subject, ruleText(ruleState(draft, nameOf)))],
    steps,
    inverse: {
      title: copy.delete(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [deletion(subject, ruleText(ruleState(draft, nameOf)))],
      steps: [{ title: copy.delete(subject), call: deleteRuleCall(flag, idFrom('rule')) }],
    },
  };
}

/** Changes segments, operator and shares of a rule as needed. */
export function planRuleUpdate({ flag, rules }: RuleScene, rule: Rule, draft: RuleDraft): Plan {
  const nameOf = variantNames(flag.variants);
  const subject = copy.rule(rules.findIndex(({ id }) => id === rule.id) + 1);
  const place: SharePlace = { flag, ruleId: rule.id, nameOf, stepName: 'share' };
  const forth = shareSteps(place, rule.distributions, draft.shares);
  const wanted = inPlaces(forth.shares, rule.distributions);
  const back = shareSteps({ ...place, stepName: 'restored-share' }, forth.shares, wanted);
  const frame = { title: copy.update(copy.of(subject, flag.key)), namespaceKey: flag.namespaceKey };
  return {
    ...frame,
    changes: [
      ...choiceChanges(subject, rule, draft),
      ...shareChanges(subject, rule.distributions, draft.shares, nameOf),
    ],
    steps: [...choiceSteps(flag, rule.id, subject, rule, draft), ...forth.steps],
    inverse: {
      ...frame,
      title: copy.restore(copy.of(subject, flag.key)),
      changes: [
        ...choiceChanges(subject, draft, rule),
        ...shareChanges(subject, forth.shares, wanted, nameOf),
      ],
      steps: [...choiceSteps(flag, rule.id, subject, draft, rule), ...back.steps],
    },
  };
}

/** Deletes a rule; undone by a new one like it in its place. */
export function planRuleDelete({ flag, rules }: RuleScene, rule: Rule): Plan {
  const nameOf = variantNames(flag.variants);
  const index = rules.findIndex(({ id }) => id === rule.id);
  const subject = copy.rule(index + 1);
  const remaining = rules.filter(({ id }) => id !== rule.id).map(({ id }) => id);
  const draft = { ...rule, shares: rule.distributions };
  const text = ruleText(ruleState(draft, nameOf));
  return {
    title: copy.delete(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [deletion(subject, text)],
    steps: [{ title: copy.delete(subject), call: deleteRuleCall(flag, rule.id) }],
    inverse: {
      title: copy.restore(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [creation(subject, text)],
      steps: [
        // The server numbers the remaining rules anew, from 1.
        ...createRuleSteps(flag, draft, remaining.length + 1, 'rule', nameOf),
        ...orderRuleSteps(flag, [...remaining, idFrom('rule')], insertedAt(remaining, index, idFrom('rule'))),
      ],
    },
  };
}

/** Puts the rules into that order; a plan without steps for an order that is there. */
export function planRuleReorder({ flag, rules }: RuleScene, wanted: readonly string[]): Plan {
  const present = rules.map(({ id }) => id);
  const textOf = (ids: readonly string[]): string =>
    ids.map((id) => rules.find((rule) => rule.id === id)?.segmentKeys.join(' + ') ?? id).join(', ');
  const planOf = (from: readonly string[], to: readonly string[]): Plan => {
    const steps = orderRuleSteps(flag, from, to);
    const change = changeOf(copy.field(copy.flag(flag.key), copy.subjects.order), textOf(from), textOf(to));
    return {
      title: copy.reorderRules(flag.key),
      namespaceKey: flag.namespaceKey,
      changes: steps.length === 0 ? [] : [change],
      steps,
    };
  };
  return { ...planOf(present, wanted), inverse: planOf(wanted, present) };
}

/** The steps that make a rule and its shares. @param name What the step that makes the rule is called. */
export function createRuleSteps(
  flag: FlagPlace,
  draft: RuleDraft,
  rank: number,
  name: string,
  nameOf: VariantNames,
): readonly Step[] {
  return [
    { name, title: copy.create(copy.rule(rank)), call: createRuleCall(flag, draft, rank) },
    ...draft.shares.map((share) => ({
      title: copy.addShare(nameOf(share.variantId)),
      call: createShareCall(flag, idFrom(name), share),
    })),
  ];
}

function orderRuleSteps(
  flag: FlagPlace,
  present: readonly string[],
  wanted: readonly string[],
): readonly Step[] {
  return orderSteps(present, wanted, (ids) => ({
    title: copy.reorderRules(flag.key),
    call: orderRulesCall(flag, ids),
  }));
}

function choiceSteps(
  flag: FlagPlace,
  ruleId: string,
  subject: string,
  before: SegmentChoice,
  after: SegmentChoice,
): readonly Step[] {
  if (isSameChoice(before, after)) return [];
  return [{ title: copy.update(subject), call: updateRuleCall(flag, ruleId, after) }];
}

function choiceChanges(subject: string, before: SegmentChoice, after: SegmentChoice) {
  if (isSameChoice(before, after)) return [];
  return changedFields(subject, [
    {
      name: copy.subjects.segments,
      before: segmentsText(selectionOf(before)),
      after: segmentsText(selectionOf(after)),
    },
  ]);
}

/** Same segments in any order; the operator of a single one says nothing. */
function isSameChoice(left: SegmentChoice, right: SegmentChoice): boolean {
  const keysOf = ({ segmentKeys }: SegmentChoice): string => JSON.stringify(segmentKeys.toSorted());
  if (keysOf(left) !== keysOf(right)) return false;
  return left.segmentKeys.length < 2 || left.segmentOperator === right.segmentOperator;
}
