import { plansCopy as copy } from '@/copy/plans';
import { type Flag, type FlagContents, type Metadata } from '../model';
import { createFlagSteps, type ContentsDraft, draftOf } from './contents-steps';
import { deleteFlagCall, updateFlagCall, type FlagPlace } from './calls';
import { type FlagDraft, type FlagValues } from './drafts';
import { type Change, type Plan, type Step } from './plan';
import {
  boolText,
  changedFields,
  creation,
  deletion,
  flagText,
  ruleText,
  stateName,
  stateText,
  variantText,
  wholeRolloutText,
} from './words';

/** What of a flag an update may change; what is left out stays. */
export interface FlagChanges extends Partial<FlagValues> {
  /** `''` for none. */
  readonly defaultVariantId?: string;
}

/** A flag without rules and rollouts. */
const noTargeting: Pick<ContentsDraft, 'rules' | 'rollouts'> = { rules: [], rollouts: [] };

/**
 * Creates a flag, then its variants, then its rules and rollouts, then sets the default variant.
 */
export function planFlagCreate(namespaceKey: string, draft: FlagDraft, targeting = noTargeting): Plan {
  const place = { namespaceKey, key: draft.key };
  const subject = copy.flag(draft.key);
  const contents = { flag: draft, ...targeting };
  return {
    title: copy.create(subject),
    namespaceKey,
    changes: contentsChanges(contents, creation),
    steps: createFlagSteps(namespaceKey, contents),
    inverse: {
      title: copy.delete(subject),
      namespaceKey,
      changes: contentsChanges(contents, deletion),
      steps: [{ title: copy.delete(subject), call: deleteFlagCall(place) }],
    },
  };
}

/** Changes the details of a flag. */
export function planFlagUpdate(flag: Flag, changes: FlagChanges): Plan {
  return updatePlan(flag, changes, copy.update(copy.flag(flag.key)));
}

/**
 * Enables or disables a variant flag, or sets the default value of a boolean one, from its freshest state: the whole
 * flag is written.
 */
export function planFlagSwitch(flag: Flag, enabled: boolean): Plan {
  if (flag.type === 'BOOLEAN_FLAG_TYPE') {
    return updatePlan(flag, { enabled }, copy.setDefaultValue(flag.key, boolText(enabled)));
  }
  return updatePlan(flag, { enabled }, enabled ? copy.enable(flag.key) : copy.disable(flag.key));
}

/** Sets or removes the variant that is returned when no rule matches. */
export function planDefaultVariant(flag: Flag, variantId: string | undefined): Plan {
  const title =
    variantId === undefined
      ? copy.removeDefaultVariant(flag.key)
      : copy.setDefaultVariant(flag.key, variantKeyOf(flag, variantId));
  return updatePlan(flag, { defaultVariantId: variantId ?? '' }, title);
}

/** Deletes a flag; undone by a new one that behaves the same. */
export function planFlagDelete(contents: FlagContents): Plan {
  const { flag: draft, ...targeting } = draftOf(contents);
  const { namespaceKey } = contents.flag;
  const { changes, steps } = planFlagCreate(namespaceKey, draft, targeting);
  const subject = copy.flag(draft.key);
  return {
    title: copy.delete(subject),
    namespaceKey,
    changes: contentsChanges({ flag: draft, ...targeting }, deletion),
    steps: [{ title: copy.delete(subject), call: deleteFlagCall(contents.flag) }],
    inverse: { title: copy.restore(subject), namespaceKey, changes, steps },
  };
}

/** A whole flag as changes, each of its parts for itself. @param change Whether they come or go. */
function contentsChanges(
  { flag, rules, rollouts }: ContentsDraft,
  change: typeof creation | typeof deletion,
): readonly Change[] {
  const subject = copy.flag(flag.key);
  const partOf = (part: string): string => copy.of(part, flag.key);
  const itself = (key: string): string => key;
  return [
    change(subject, flagText(flag)),
    ...flag.variants.map((variant) => change(partOf(copy.variant(variant.key)), variantText(variant))),
    ...(flag.defaultVariantKey === undefined
      ? []
      : [change(copy.field(subject, copy.subjects.defaultVariant), flag.defaultVariantKey)]),
    ...rules.map((rule, index) => change(partOf(copy.rule(index + 1)), ruleText(rule, rule.shares, itself))),
    ...rollouts.map((rollout, index) => change(partOf(copy.rollout(index + 1)), wholeRolloutText(rollout))),
  ];
}

interface FlagState extends FlagValues {
  readonly defaultVariantId: string;
}

function updatePlan(flag: Flag, changes: FlagChanges, title: string): Plan {
  const { name, description, enabled, metadata, defaultVariant } = flag;
  const before: FlagState = {
    name,
    description,
    enabled,
    metadata,
    defaultVariantId: defaultVariant?.id ?? '',
  };
  const after: FlagState = { ...before, ...changes };
  const planOf = (from: FlagState, to: FlagState): Omit<Plan, 'title'> => {
    const list = flagChanges(flag, from, to);
    return {
      namespaceKey: flag.namespaceKey,
      changes: list,
      steps: list.length === 0 ? [] : [updateStep(flag, from, to, title)],
    };
  };
  return {
    title,
    ...planOf(before, after),
    inverse: { title: copy.restore(copy.flag(flag.key)), ...planOf(after, before) },
  };
}

function updateStep(flag: FlagPlace, from: FlagState, to: FlagState, title: string): Step {
  const { metadata, ...rest } = to;
  const isSame = metadataText(from.metadata) === metadataText(metadata);
  return { title, call: updateFlagCall(flag, isSame ? rest : to) };
}

function flagChanges(flag: Flag, from: FlagState, to: FlagState): readonly Change[] {
  const { name, description, metadata, defaultVariant } = copy.subjects;
  const nameOf = (id: string): string => (id === '' ? copy.none : variantKeyOf(flag, id));
  return changedFields(copy.flag(flag.key), [
    { name, before: from.name, after: to.name },
    { name: description, before: from.description, after: to.description },
    {
      name: stateName(flag.type),
      before: stateText(flag.type, from.enabled),
      after: stateText(flag.type, to.enabled),
    },
    {
      name: defaultVariant,
      before: nameOf(from.defaultVariantId),
      after: nameOf(to.defaultVariantId),
    },
    { name: metadata, before: metadataText(from.metadata), after: metadataText(to.metadata) },
  ]);
}

function metadataText(metadata: Metadata): string {
  return JSON.stringify(metadata);
}

function variantKeyOf({ variants }: Flag, id: string): string {
  return variants.find((variant) => variant.id === id)?.key ?? id;
}
