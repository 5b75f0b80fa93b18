import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets, type FlagState } from '@pennon/state';

/** Where a variant is used. */
export interface VariantUse {
  readonly isDefault: boolean;
  /** Whether a share stands behind one of the variant: it moves forward when that goes. */
  readonly isFollowed: boolean;
  /** Places of rules, from 1, and what is left of each without the variant. */
  readonly rules: readonly { readonly position: number; readonly total: number }[];
}

/** Where a variant is used, and the total of shares that remains of each rule. */
export function variantUse(
  { defaultVariantKey, rules }: Pick<FlagState, 'defaultVariantKey' | 'rules'>,
  key: string,
): VariantUse {
  return {
    isDefault: defaultVariantKey === key,
    isFollowed: rules.some(({ distributions }) => {
      const first = distributions.findIndex(({ variantKey }) => variantKey === key);
      return first >= 0 && distributions.slice(first).some(({ variantKey }) => variantKey !== key);
    }),
    rules: rules.flatMap(({ distributions }, index) => {
      const remaining = distributions.filter(({ variantKey }) => variantKey !== key);
      if (remaining.length === distributions.length) return [];
      const buckets = assignedBuckets(remaining.map(({ rolloutPercent }) => rolloutPercent));
      return [{ position: index + 1, total: (buckets * 100) / VARIANT_BUCKETS }];
    }),
  };
}
