import {
  changedParts,
  constraintParts,
  flagParts,
  isSameInParts,
  type PartName,
  type PartTable,
  segmentParts,
  variantParts,
} from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { flagDifferences, segmentDifferences } from '../compare/differences';
import { type Constraint, type FlagContents, type Segment, type Variant } from '../model';
import {
  deleteRolloutCall,
  deleteRuleCall,
  deleteVariantCall,
  orderRolloutsCall,
  orderRulesCall,
  updateFlagCall,
  updateSegmentCall,
  updateVariantCall,
} from './calls';
import { createTargetingSteps, createVariantStep, stepNameOf } from './contents-steps';
import { draftOf } from './drafts';
import { contentsState } from './flag-state';
import { nextRank } from './order';
import { idFrom } from './paths';
import { type Plan, type Step } from './plan';
import { createConstraintStep, deleteConstraintStep } from './segment-plans';
import { constraintState, segmentState } from './segment-state';

/** Steps, and what is there once they have run; ids may stand for what the steps answer. */
interface Restoration<State> {
  readonly steps: readonly Step[];
  readonly state: State;
}

/**
 * Makes a flag what it is wanted to be: an earlier state of it, or another flag of the same type. New rules and
 * rollouts take over at once, with one order call, before the old ones go.
 *
 * @param wanted Its variants are found by key. The types must be the same: that of a flag cannot change.
 */
export function planRestore(current: FlagContents, wanted: FlagContents): Plan {
  const { namespaceKey, key } = current.flag;
  const forth = flagRestoration(current, wanted, `${stepNameOf(key)}-new`);
  const back = flagRestoration(forth.state, current, `${stepNameOf(key)}-old`);
  const title = copy.restore(copy.flag(key));
  return {
    title,
    namespaceKey,
    changes: flagDifferences(current, wanted),
    steps: forth.steps,
    inverse: { title, namespaceKey, changes: flagDifferences(wanted, current), steps: back.steps },
  };
}

/** Makes a segment what it is wanted to be. */
export function planSegmentRestore(current: Segment, wanted: Segment): Plan {
  const { namespaceKey, key } = current;
  const forth = segmentRestoration(current, wanted, `${stepNameOf(key)}-new`);
  const back = segmentRestoration(forth.state, current, `${stepNameOf(key)}-old`);
  const title = copy.restore(copy.segment(key));
  return {
    title,
    namespaceKey,
    changes: segmentDifferences(current, wanted),
    steps: forth.steps,
    inverse: { title, namespaceKey, changes: segmentDifferences(wanted, current), steps: back.steps },
  };
}

function flagRestoration(
  current: FlagContents,
  wanted: FlagContents,
  prefix: string,
): Restoration<FlagContents> {
  const { flag } = current;
  const named = (part: string): string => `${prefix}-${part}`;
  const variants = variantRestoration(current, wanted, named);
  const ids = new Map(variants.state.map(({ key, id }) => [key, id]));
  const targeting = targetingRestoration(current, wanted, ids, named);
  const wantedKeys = new Set(wanted.flag.variants.map(({ key }) => key));
  const defaultVariant = variants.state.find(({ key }) => key === wanted.flag.defaultVariant?.key);
  return {
    steps: [
      ...variants.steps,
      ...targeting.steps,
      ...valueSteps(current, wanted, defaultVariant?.id ?? ''),
      // Nothing points at them any more.
      ...flag.variants
        .filter(({ key }) => !wantedKeys.has(key))
        .map(({ id, key }) => ({ title: copy.delete(copy.variant(key)), call: deleteVariantCall(flag, id) })),
    ],
    state: {
      flag: {
        ...wanted.flag,
        namespaceKey: flag.namespaceKey,
        key: flag.key,
        variants: variants.state.filter(({ key }) => wantedKeys.has(key)),
        defaultVariant,
      },
      ...targeting.state,
    },
  };
}

function variantRestoration(
  { flag }: FlagContents,
  wanted: FlagContents,
  named: (part: string) => string,
): Restoration<readonly Variant[]> {
  const stored = new Map(flag.variants.map((variant) => [variant.key, variant]));
  const steps: Step[] = [];
  const state = wanted.flag.variants.map((variant, index) => {
    const present = stored.get(variant.key);
    if (present === undefined) {
      const name = named(`variant-${index + 1}`);
      steps.push(createVariantStep(flag, variant, name));
      return { ...variant, id: idFrom(name) };
    }
    if (!isSameInParts(variantParts, present, variant)) {
      const title = copy.update(copy.variant(variant.key));
      steps.push({ title, call: updateVariantCall(flag, present.id, variant) });
    }
    return { ...variant, id: present.id };
  });
  return {
    steps,
    state: [...state, ...flag.variants.filter(({ key }) => !state.some((kept) => kept.key === key))],
  };
}

function targetingRestoration(
  current: FlagContents,
  wanted: FlagContents,
  ids: ReadonlyMap<string, string>,
  named: (part: string) => string,
): Restoration<Pick<FlagContents, 'rules' | 'rollouts'>> {
  const changed = changedParts(flagParts, contentsState(current), contentsState(wanted));
  const areRulesSame = !changed.includes('rules');
  const areRolloutsSame = !changed.includes('rollouts');
  const { rules, rollouts } = draftOf(wanted);
  const created = { rules: areRulesSame ? [] : rules, rollouts: areRolloutsSame ? [] : rollouts };
  const ranks = { rules: nextRank(current.rules) - 1, rollouts: nextRank(current.rollouts) - 1 };
  const { flag } = current;
  const ruleIds = created.rules.map((_, index) => idFrom(named(`rule-${index + 1}`)));
  const rolloutIds = created.rollouts.map((_, index) => idFrom(named(`rollout-${index + 1}`)));
  const oldRules = areRulesSame ? [] : current.rules.map(({ id }) => id);
  const oldRollouts = areRolloutsSame ? [] : current.rollouts.map(({ id }) => id);
  return {
    steps: [
      ...createTargetingSteps(flag, created, ids, named, ranks),
      ...takeOver(ruleIds, oldRules, (all) => ({
        title: copy.reorderRules(flag.key),
        call: orderRulesCall(flag, all),
      })),
      ...oldRules.map((id, index) => ({
        title: copy.delete(copy.rule(index + 1)),
        call: deleteRuleCall(flag, id),
      })),
      ...takeOver(rolloutIds, oldRollouts, (all) => ({
        title: copy.reorderRollouts(flag.key),
        call: orderRolloutsCall(flag, all),
      })),
      ...oldRollouts.map((id, index) => ({
        title: copy.delete(copy.rollout(index + 1)),
        call: deleteRolloutCall(flag, id),
      })),
    ],
    state: {
      rules: areRulesSame
        ? current.rules
        : restored(wanted.rules, ruleIds).map((rule) => withIds(rule, wanted, ids)),
      rollouts: areRolloutsSame ? current.rollouts : restored(wanted.rollouts, rolloutIds),
    },
  };
}

/** New ones before old ones, if there are both. */
function takeOver(
  created: readonly string[],
  old: readonly string[],
  stepOf: (ids: readonly string[]) => Step,
): readonly Step[] {
  return created.length > 0 && old.length > 0 ? [stepOf([...created, ...old])] : [];
}

/** What was made anew: with the ids of it, and numbered from 1 since what was before is gone. */
function restored<Item extends FlagContents['rules'][number] | FlagContents['rollouts'][number]>(
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] {
  return items.map((item, index) => ({ ...item, id: ids[index] ?? item.id, rank: index + 1 }));
}

/** The rule with the variants that its shares have now. */
function withIds(
  rule: FlagContents['rules'][number],
  { flag }: FlagContents,
  ids: ReadonlyMap<string, string>,
): FlagContents['rules'][number] {
  const keys = new Map(flag.variants.map(({ id, key }) => [id, key]));
  return {
    ...rule,
    distributions: rule.distributions.map((share) => ({
      ...share,
      variantId: ids.get(keys.get(share.variantId) ?? '') ?? share.variantId,
    })),
  };
}

function valueSteps(current: FlagContents, wanted: FlagContents, defaultVariantId: string): readonly Step[] {
  const changed = changedValues(flagParts, contentsState(current), contentsState(wanted));
  if (changed.length === 0) return [];
  const { flag } = current;
  const metadata = changed.includes('metadata') ? wanted.flag.metadata : undefined;
  const update = { ...wanted.flag, defaultVariantId, metadata };
  return [{ title: copy.update(copy.flag(flag.key)), call: updateFlagCall(flag, update) }];
}

/** The changed parts that one call writes together: items have calls of their own. */
function changedValues<S>(parts: PartTable<S>, from: S, to: S): readonly PartName<S>[] {
  return changedParts(parts, from, to).filter((name) => parts[name].shape === 'value');
}

function segmentRestoration(current: Segment, wanted: Segment, prefix: string): Restoration<Segment> {
  const { namespaceKey, key } = current;
  const missing = [...wanted.constraints];
  const extra: Constraint[] = [];
  const kept: Constraint[] = [];
  for (const constraint of current.constraints) {
    const index = missing.findIndex((other) => isSameConstraint(constraint, other));
    if (index < 0) extra.push(constraint);
    else kept.push(constraint, ...missing.splice(index, 1).slice(1));
  }
  const created = missing.map((constraint, index) => ({
    constraint,
    name: `${prefix}-constraint-${index + 1}`,
  }));
  const isSame = changedValues(segmentParts, segmentState(current), segmentState(wanted)).length === 0;
  return {
    steps: [
      ...created.map((each) => createConstraintStep(namespaceKey, key, each.constraint, each.name)),
      ...(isSame
        ? []
        : [{ title: copy.update(copy.segment(key)), call: updateSegmentCall(namespaceKey, key, wanted) }]),
      ...extra.map((constraint) => deleteConstraintStep(current, constraint)),
    ],
    state: {
      ...wanted,
      namespaceKey,
      key,
      constraints: [...kept, ...created.map((each) => ({ ...each.constraint, id: idFrom(each.name) }))],
    },
  };
}

function isSameConstraint(left: Constraint, right: Constraint): boolean {
  return isSameInParts(constraintParts, constraintState(left), constraintState(right));
}
