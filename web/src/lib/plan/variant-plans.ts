import { VARIANT_BUCKETS } from '@pennon/domain';
import { variantParts } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { formatPercent } from '../numbers';
import { assignedBuckets } from '../audience/buckets';
import { type Flag, type Rule, type Variant } from '../model';
import { createVariantCall, deleteVariantCall, updateVariantCall } from './calls';
import { type VariantValues } from './drafts';
import { variantText, variantPartWords } from './flag-part-words';
import { partChanges } from './part-changes';
import { idFrom } from './paths';
import { type Change, type Plan } from './plan';
import { changedFields, changeOf, creation, deletion } from './words';

/** Creates a variant. */
export function planVariantCreate(flag: Flag, values: VariantValues): Plan {
  const subject = copy.variant(values.key);
  return {
    title: copy.create(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [creation(subject, variantText(values))],
    steps: [{ name: 'variant', title: copy.create(subject), call: createVariantCall(flag, values) }],
    inverse: {
      title: copy.delete(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [deletion(subject, variantText(values))],
      steps: [{ title: copy.delete(subject), call: deleteVariantCall(flag, idFrom('variant')) }],
    },
  };
}

/** Changes a variant. */
export function planVariantUpdate(flag: Flag, variant: Variant, values: VariantValues): Plan {
  const planOf = (title: string, from: VariantValues, to: VariantValues): Plan => {
    const subject = copy.variant(from.key);
    const changes = [
      ...changedFields(subject, [{ name: copy.subjects.key, before: from.key, after: to.key }]),
      ...partChanges(variantParts, variantPartWords, subject, from, to),
    ];
    const step = { title: copy.update(subject), call: updateVariantCall(flag, variant.id, to) };
    return { title, namespaceKey: flag.namespaceKey, changes, steps: changes.length === 0 ? [] : [step] };
  };
  return {
    ...planOf(copy.update(copy.of(copy.variant(variant.key), flag.key)), variant, values),
    inverse: planOf(copy.restore(copy.of(copy.variant(variant.key), flag.key)), values, variant),
  };
}

/** Where a variant is used. */
export interface VariantUse {
  readonly isDefault: boolean;
  /** Places of rules, from 1, and what is left of each without the variant. */
  readonly rules: readonly { readonly position: number; readonly total: number }[];
}

/** Where a variant is used, and the total of shares that remains of each rule. */
export function variantUse(flag: Flag, rules: readonly Rule[], { id }: Variant): VariantUse {
  return {
    isDefault: flag.defaultVariant?.id === id,
    rules: rules.flatMap(({ distributions }, index) => {
      const remaining = distributions.filter(({ variantId }) => variantId !== id);
      if (remaining.length === distributions.length) return [];
      return [{ position: index + 1, total: (assignedBuckets(remaining) * 100) / VARIANT_BUCKETS }];
    }),
  };
}

/**
 * Deletes a variant. There is no way back for one that is used: its shares would come back at another position.
 */
export function planVariantDelete(flag: Flag, rules: readonly Rule[], variant: Variant): Plan {
  const use = variantUse(flag, rules, variant);
  const isUsed = use.isDefault || use.rules.length > 0;
  const subject = copy.variant(variant.key);
  const plan: Plan = {
    title: copy.delete(copy.of(subject, flag.key)),
    namespaceKey: flag.namespaceKey,
    changes: [deletion(subject, variantText(variant)), ...consequences(flag, rules, variant, use)],
    steps: [{ title: copy.delete(subject), call: deleteVariantCall(flag, variant.id) }],
  };
  if (isUsed) return plan;
  return {
    ...plan,
    inverse: {
      title: copy.restore(copy.of(subject, flag.key)),
      namespaceKey: flag.namespaceKey,
      changes: [creation(subject, variantText(variant))],
      steps: [{ name: 'variant', title: copy.create(subject), call: createVariantCall(flag, variant) }],
    },
  };
}

function consequences(
  flag: Flag,
  rules: readonly Rule[],
  variant: Variant,
  use: VariantUse,
): readonly Change[] {
  const fallback = use.isDefault ? undefined : flag.defaultVariant;
  const lost = use.rules.flatMap(({ position, total }) => {
    const shares =
      rules[position - 1]?.distributions.filter(({ variantId }) => variantId === variant.id) ?? [];
    const gap = formatPercent(100 - total);
    return shares.map(({ rollout }) =>
      changeOf(
        copy.field(copy.rule(position), copy.shareOf(variant.key)),
        formatPercent(rollout),
        fallback === undefined ? copy.getNoVariant(gap) : copy.getDefaultVariant(gap),
      ),
    );
  });
  if (!use.isDefault) return lost;
  const subject = copy.field(copy.flag(flag.key), copy.subjects.defaultVariant);
  return [...lost, changeOf(subject, variant.key, copy.none)];
}
