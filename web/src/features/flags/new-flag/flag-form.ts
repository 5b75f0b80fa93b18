import { draftOf, type MetadataDraft, metadataOfDraft } from '@/components/metadata';
import { type FlagDraft, type RolloutDraft, type RuleDraft } from '@/lib/plan';
import { type FlagType } from '@/lib/model';
import { slugOf } from '@/lib/slug';

/** A variant in the form of a new flag. */
export interface VariantRow {
  /** Tells rows apart while their keys are typed. */
  readonly id: number;
  readonly key: string;
  readonly name: string;
  /** JSON text as typed. */
  readonly attachment: string;
}

/** What the new flag begins with beside its own fields; shares name variants by key. */
export interface Targeting {
  readonly rules: readonly RuleDraft[];
  readonly rollouts: readonly RolloutDraft[];
}

/** What the form of a new flag holds. */
export interface FlagForm {
  readonly name: string;
  readonly key: string;
  /** The key was edited by hand and follows the name no more. */
  readonly hasOwnKey: boolean;
  readonly type: FlagType;
  readonly description: string;
  /** Of a boolean flag: its default value. */
  readonly enabled: boolean;
  readonly metadata: MetadataDraft;
  readonly variants: readonly VariantRow[];
  /** The row of the default variant. */
  readonly defaultRow: number | undefined;
  readonly targeting: Targeting;
}

const noTargeting: Targeting = { rules: [], rollouts: [] };

/** New variant flags begin disabled, boolean ones False. */
export const blankForm: FlagForm = {
  name: '',
  key: '',
  hasOwnKey: false,
  type: 'VARIANT_FLAG_TYPE',
  description: '',
  enabled: false,
  metadata: draftOf({}),
  variants: [],
  defaultRow: undefined,
  targeting: noTargeting,
};

/** The form with another name; the key follows unless somebody edited it. */
export function withName(form: FlagForm, name: string): FlagForm {
  return { ...form, name, key: form.hasOwnKey ? form.key : slugOf(name) };
}

/** The form with another key; an empty one follows the name again. */
export function withKey(form: FlagForm, key: string): FlagForm {
  return { ...form, key, hasOwnKey: key !== '' };
}

/** The form with a variant more. */
export function withVariant(form: FlagForm): FlagForm {
  const id = Math.max(0, ...form.variants.map((row) => row.id)) + 1;
  return { ...form, variants: [...form.variants, { id, key: '', name: '', attachment: '' }] };
}

/** The form without one of its variants. */
export function withoutVariant(form: FlagForm, id: number): FlagForm {
  return {
    ...form,
    variants: form.variants.filter((row) => row.id !== id),
    defaultRow: form.defaultRow === id ? undefined : form.defaultRow,
  };
}

/** The flag that a valid form describes; what its type has no use for is left out. */
export function draftOfForm(form: FlagForm): FlagDraft {
  const { name, key, type, description, enabled, metadata } = form;
  const variants = type === 'VARIANT_FLAG_TYPE' ? form.variants : [];
  return {
    name,
    key,
    type,
    description,
    enabled,
    metadata: metadataOfDraft(metadata) ?? {},
    variants: variants.map((row) => ({
      key: row.key,
      name: row.name,
      description: '',
      attachment: row.attachment,
    })),
    defaultVariantKey: variants.find(({ id }) => id === form.defaultRow)?.key,
  };
}

/** The targeting that fits the form: rollouts of boolean flags, rules of others with the shares of their variants. */
export function targetingOfForm({ type, targeting, variants }: FlagForm): Targeting {
  if (type === 'BOOLEAN_FLAG_TYPE') return { rules: [], rollouts: targeting.rollouts };
  const keys = new Set(variants.map(({ key }) => key));
  return {
    rules: targeting.rules.map((rule) => ({
      ...rule,
      shares: rule.shares.filter(({ variantId }) => keys.has(variantId)),
    })),
    rollouts: [],
  };
}

/** True when something was entered that leaving would lose. */
export function isFilled(form: FlagForm, begun: FlagForm): boolean {
  return JSON.stringify(form) !== JSON.stringify(begun);
}
