import type { Variant } from '@pennon/domain';
import { bareStep, type FlagState } from '../flag-state';
import { distributionParts, flagValueParts, rolloutParts, variantParts } from '../parts/flag-parts';
import { membersOf } from '../parts/part';
import { constraintParts, segmentValueParts } from '../parts/segment-parts';
import type { SegmentState } from '../segment-state';
import type { StoredFlag, StoredSegment } from './stored-flag';

/**
 * What the rows of a flag say. Rules and segment rollouts without a segment are left out, because they never take
 * effect, and so are distributions to a variant that is not among those given.
 *
 * @param variants The flag's own, and others that are to be its own: see {@link withBorrowed}.
 * @param attachmentOf A stored attachment, as states have it.
 */
export function stateOfFlag(
  flag: StoredFlag,
  variants: readonly Variant[],
  attachmentOf: (variant: Variant) => string,
): FlagState {
  const variantKeys = new Map(variants.map(({ id, key }) => [id, key]));
  const { defaultVariantKey, ...values } = valuesOfFlag(flag);
  return {
    ...values,
    variants: variants.map((variant) => ({
      ...{ key: variant.key, ...membersOf(variantParts, variant) },
      attachment: attachmentOf(variant),
    })),
    defaultVariantKey,
    rules: flag.rules
      .filter(({ segmentKeys }) => segmentKeys.length > 0)
      .map(({ segmentKeys, segmentOperator, distributions }) => ({
        ...{ segmentKeys, segmentOperator },
        distributions: distributions.flatMap((distribution) => {
          const variantKey = variantKeys.get(distribution.variantId);
          return variantKey === undefined
            ? []
            : membersOf(distributionParts, { ...distribution, variantKey });
        }),
      })),
    rollouts: flag.rollouts
      .filter(({ step }) => step.type === 'threshold' || step.segmentKeys.length > 0)
      .map((rollout) => ({ ...membersOf(rolloutParts, rollout), step: bareStep(rollout.step) })),
  };
}

/** What a flag says itself, without the items that belong to it. */
export function valuesOfFlag(flag: StoredFlag): Omit<FlagState, 'variants' | 'rules' | 'rollouts'> {
  const { key, variants, defaultVariantId, metadata } = flag;
  return {
    key,
    ...membersOf(flagValueParts, flag),
    off: flag.off ?? false,
    metadata: metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined,
    defaultVariantKey: variants.find(({ id }) => id === defaultVariantId)?.key,
  };
}

/**
 * The variants of a flag, and those of others to which it distributes, unless the flag has another one of the key.
 * Earlier versions let flags distribute to variants of others.
 *
 * @param known All variants that the rules of the flag may distribute to, by id.
 */
export function withBorrowed(flag: StoredFlag, known: ReadonlyMap<string, Variant>): readonly Variant[] {
  const own = new Set(flag.variants.map(({ id }) => id));
  const variants = new Map(flag.variants.map((variant) => [variant.key, variant]));
  for (const { distributions } of flag.rules) {
    for (const { variantId } of distributions) {
      const variant = own.has(variantId) ? undefined : known.get(variantId);
      if (variant !== undefined && !variants.has(variant.key)) variants.set(variant.key, variant);
    }
  }
  return [...variants.values()];
}

/** What the rows of a segment say. */
export function stateOfSegment(segment: StoredSegment): SegmentState {
  return {
    key: segment.key,
    ...membersOf(segmentValueParts, segment),
    constraints: segment.constraints.map((constraint) => membersOf(constraintParts, constraint)),
  };
}
