/** Why a variant flag answered as it did; `unknown` when it is enabled and nothing applied. */
export const variantReasons = ['unknown', 'flag-disabled', 'match', 'default'] as const;
export type VariantReason = (typeof variantReasons)[number];

/** Why a boolean flag answered as it did; a disabled one still answers by its rollouts. */
export const booleanReasons = ['match', 'default'] as const;
export type BooleanReason = (typeof booleanReasons)[number];
