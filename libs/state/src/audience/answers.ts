import {
  bucketWidth,
  type RolloutStep,
  THRESHOLD_BUCKETS,
  thresholdWidth,
  VARIANT_BUCKETS,
} from '@pennon/domain';
import type { DistributionState, FlagState } from '../flag-state';

/** What of a flag decides who gets what. */
export type DecidingFlag = Pick<
  FlagState,
  'type' | 'isEnabled' | 'off' | 'defaultVariantKey' | 'rules' | 'rollouts'
> & { readonly variants: readonly { readonly key: string }[] };

/** What of a flag decides what those get whom no distribution reaches. */
type FallbackFlag = Pick<DecidingFlag, 'type' | 'variants' | 'defaultVariantKey'>;

/** What an entity gets. */
export type Answer =
  | {
      readonly kind: 'variant';
      readonly variantKey: string;
      /** True where no distribution decided, so that the variant is only the default. */
      readonly isDefault: boolean;
    }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** No variant at all. */
  | { readonly kind: 'nothing' };

/**
 * What a variant flag gives where no distribution decides, and a boolean flag that is off. A default that is no variant
 * of the flag is `nothing`.
 */
export function fallbackAnswer({ type, variants, defaultVariantKey }: FallbackFlag): Answer {
  if (type === 'boolean') return { kind: 'boolean', value: false };
  const variant = variants.find(({ key }) => key === defaultVariantKey);
  return variant === undefined
    ? { kind: 'nothing' }
    : { kind: 'variant', variantKey: variant.key, isDefault: true };
}

/**
 * What the entities that a rule matches get, for each of the {@link VARIANT_BUCKETS}.
 *
 * Distributions cover buckets in their order, and are cut at the last one. One whose variant is gone takes no part:
 * those behind it move forward, as in the evaluator. What they leave gets the fallback.
 */
export function ruleAnswers(
  distributions: readonly DistributionState[],
  flag: FallbackFlag,
): readonly Answer[] {
  const variantKeys = new Set(flag.variants.map(({ key }) => key));
  const shared = distributions
    .filter(({ variantKey }) => variantKeys.has(variantKey))
    .flatMap(({ variantKey, rolloutPercent }) =>
      filled(bucketWidth(rolloutPercent), { kind: 'variant', variantKey, isDefault: false }),
    );
  return [...shared, ...filled(VARIANT_BUCKETS, fallbackAnswer(flag))].slice(0, VARIANT_BUCKETS);
}

function filled(buckets: number, answer: Answer): readonly Answer[] {
  return Array.from({ length: buckets }, () => answer);
}

/**
 * What the entities of each of the {@link THRESHOLD_BUCKETS} get from a boolean flag that is not off.
 *
 * @param defaultValue Where no rollout decides: `isEnabled` of the flag.
 * @param isIn Whether they are in the segments of the rollout at a position, from 1.
 */
export function thresholdAnswers(
  steps: readonly RolloutStep[],
  defaultValue: boolean,
  isIn: (position: number) => boolean,
): readonly boolean[] {
  return Array.from({ length: THRESHOLD_BUCKETS }, (_, bucket) => {
    const decisive = steps.find((step, index) =>
      step.type === 'threshold' ? bucket < thresholdWidth(step.percent) : isIn(index + 1),
    );
    return decisive?.value ?? defaultValue;
  });
}

/**
 * How many of the {@link VARIANT_BUCKETS} the distributions of a rule cover; above 1000, they go beyond the last one.
 *
 * @param percents Of each distribution, 0–100.
 */
export function assignedBuckets(percents: readonly number[]): number {
  return percents.reduce((sum, percent) => sum + bucketWidth(percent), 0);
}
