import { changedParts, type FlagState, flagParts, type PartName } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Flag, type FlagContents } from '../model';
import { createFlagSteps } from './contents-steps';
import { deleteFlagCall, updateFlagCall } from './calls';
import { type ContentsDraft, draftOf, type FlagDraft, type FlagValues } from './drafts';
import { flagState } from './flag-state';
import { flagText, flagPartWords, rolloutText, ruleText, variantText } from './flag-part-words';
import { partChanges } from './part-changes';
import { type Change, type Plan, type Step } from './plan';
import { boolText, creation, deletion } from './words';

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
function contentsChanges(draft: ContentsDraft, change: typeof creation | typeof deletion): readonly Change[] {
  const flag = flagState(draft);
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

/** A flag with the default variant as updates write it. */
interface WrittenFlag extends Flag {
  readonly defaultVariantId: string;
}

function updatePlan(flag: Flag, changes: FlagChanges, title: string): Plan {
  const before: WrittenFlag = { ...flag, defaultVariantId: flag.defaultVariant?.id ?? '' };
  const after: WrittenFlag = { ...before, ...changes };
  const planOf = (from: WrittenFlag, to: WrittenFlag): Omit<Plan, 'title'> => {
    const [one, other] = [writtenState(from), writtenState(to)];
    const names = changedParts(flagParts, one, other);
    return {
      namespaceKey: flag.namespaceKey,
      changes: partChanges(flagParts, flagPartWords, copy.flag(flag.key), one, other),
      steps: names.length === 0 ? [] : [updateStep(to, names, title)],
    };
  };
  return {
    title,
    ...planOf(before, after),
    inverse: { title: copy.restore(copy.flag(flag.key)), ...planOf(after, before) },
  };
}

function writtenState(flag: WrittenFlag): FlagState {
  const { defaultVariantId: id } = flag;
  const defaultVariantKey = id === '' ? undefined : variantKeyOf(flag, id);
  return flagState({ flag: { ...flag, defaultVariantKey }, ...noTargeting });
}

function updateStep(flag: WrittenFlag, changed: readonly PartName<FlagState>[], title: string): Step {
  const metadata = changed.includes('metadata') ? flag.metadata : undefined;
  return { title, call: updateFlagCall(flag, { ...flag, metadata }) };
}

function variantKeyOf({ variants }: Flag, id: string): string {
  return variants.find((variant) => variant.id === id)?.key ?? id;
}
