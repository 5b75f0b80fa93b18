import { type CompiledDistribution, type CompiledVariant, type CompiledVariantFlag } from '@pennon/snapshot';
import { variantBucket } from './bucket';
import { type EvaluationContext } from './evaluation-context';
import { type KnownSegments } from './known-segments';
import { matchSegments } from './match-segments';
import { type VariantReason } from './reason';
import { noSegmentKeys } from './segment-keys';

/** What a variant flag answers an entity. */
export interface VariantResult {
  /** True when a rule decided; the variant may still be empty or the default. */
  readonly isMatch: boolean;
  readonly reason: VariantReason;
  /** `''` when there is neither a chosen nor a default variant. */
  readonly variantKey: string;
  /** JSON text of the variant, or `''` for none. */
  readonly attachment: string;
  /** Keys of the segments that matched, in the order the rule lists them; also when no distribution was left. */
  readonly segmentKeys: readonly string[];
}

/**
 * Which variant the entity gets.
 *
 * The first rule whose segments match ends the search, even when its distributions leave the entity's bucket
 * uncovered. Pure; never throws. Source: contract/evaluation.md 4.5, 4.8.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function evaluateVariant(
  flag: CompiledVariantFlag,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): VariantResult {
  const { defaultVariant } = flag;
  if (!flag.isEnabled) return answer(false, 'flag-disabled', defaultVariant, noSegmentKeys);

  const reasonToFallBack = defaultVariant === undefined ? 'unknown' : 'default';
  for (const rule of flag.rules) {
    const segmentKeys = matchSegments(rule, entityId, context, known);
    if (segmentKeys === undefined) continue;
    if (rule.distributions.length === 0) return answer(true, 'match', defaultVariant, segmentKeys);
    const variant = chooseDistribution(rule.distributions, variantBucket(flag.key, entityId))?.variant;
    return variant === undefined
      ? answer(false, reasonToFallBack, defaultVariant, segmentKeys)
      : answer(true, 'match', variant, segmentKeys);
  }
  return answer(false, reasonToFallBack, defaultVariant, noSegmentKeys);
}

/** The first distribution that ends past the bucket; undefined when they all end before. */
export function chooseDistribution(
  distributions: readonly CompiledDistribution[],
  bucket: number,
): CompiledDistribution | undefined {
  return distributions.find(({ bound }) => bound > bucket);
}

function answer(
  isMatch: boolean,
  reason: VariantReason,
  variant: CompiledVariant | undefined,
  segmentKeys: readonly string[],
): VariantResult {
  return {
    isMatch,
    reason,
    variantKey: variant?.key ?? '',
    attachment: variant?.attachment ?? '',
    segmentKeys,
  };
}
