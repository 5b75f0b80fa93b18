import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets } from '../audience/buckets';
import { type Flag, type Rule, type Variant } from '../model';

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
