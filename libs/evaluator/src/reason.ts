/** Why a variant flag answered as it did; `unknown` when it is enabled and nothing applied. */
export type VariantReason = 'unknown' | 'flag-disabled' | 'match' | 'default';

/** Why a boolean flag answered as it did; a disabled one still answers by its rollouts. */
export type BooleanReason = 'match' | 'default';
