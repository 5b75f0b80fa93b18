import { type FlagType } from '@pennon/domain';
import { type FlagState, type RolloutState, type RuleState } from '@pennon/state';
import { draftOf, draftSchema, type MetadataDraft, metadataOfDraft } from '@/components/metadata';
import { emptyFlag } from '@/lib/empty-flag';
import * as z from '@/lib/zod';

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
  readonly rules: readonly RuleState[];
  readonly rollouts: readonly RolloutState[];
}

/** What the form of a new flag holds. */
export interface FlagForm {
  readonly name: string;
  readonly key: string;
  readonly type: FlagType;
  readonly description: string;
  /** Of a boolean flag: its default value. */
  readonly enabled: boolean;
  readonly metadata: MetadataDraft;
  readonly variants: readonly VariantRow[];
  /** The row of the default variant; null for none, as JSON has it. */
  readonly defaultRow: number | null;
  readonly targeting: Targeting;
}

export const noTargeting: Targeting = { rules: [], rollouts: [] };

/** Any of the fields, as a draft keeps them. */
export const flagFields = z.object({
  name: z.exactOptional(z.string()),
  key: z.exactOptional(z.string()),
  type: z.exactOptional(z.enum(['variant', 'boolean'])),
  description: z.exactOptional(z.string()),
  enabled: z.exactOptional(z.boolean()),
  metadata: z.exactOptional(draftSchema),
  variants: z.exactOptional(
    z.array(z.object({ id: z.number(), key: z.string(), name: z.string(), attachment: z.string() })),
  ),
  defaultRow: z.exactOptional(z.nullable(z.number())),
  // Nobody enters it: it is taken along, or left out.
  targeting: z.exactOptional(
    z.object({ rules: z.array(z.custom<RuleState>()), rollouts: z.array(z.custom<RolloutState>()) }),
  ),
});

/** New variant flags begin disabled, boolean ones False. */
export const blankForm: FlagForm = {
  name: '',
  key: '',
  type: 'variant',
  description: '',
  enabled: false,
  metadata: draftOf({}),
  variants: [],
  defaultRow: null,
  targeting: noTargeting,
};

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
    defaultRow: form.defaultRow === id ? null : form.defaultRow,
  };
}

/** The flag that a valid form describes; what its type has no use for is left out. */
export function flagOfForm(form: FlagForm): FlagState {
  const { name, key, type, description, enabled: isEnabled, metadata } = form;
  const variants = type === 'variant' ? form.variants : [];
  return {
    ...emptyFlag,
    ...{ name, key, type, description, isEnabled },
    ...targetingOfForm(form),
    metadata: metadataOfDraft(metadata),
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
  if (type === 'boolean') return { rules: [], rollouts: targeting.rollouts };
  const keys = new Set(variants.map(({ key }) => key));
  return {
    rules: targeting.rules.map((rule) => ({
      ...rule,
      distributions: rule.distributions.filter(({ variantKey }) => keys.has(variantKey)),
    })),
    rollouts: [],
  };
}
