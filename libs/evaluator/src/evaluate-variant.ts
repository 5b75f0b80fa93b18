import { VARIANT_BUCKETS, variantBucket } from '@pennon/domain';
import {
  type CompiledDistribution,
  type CompiledRule,
  type CompiledVariant,
  type CompiledVariantFlag,
  type ResultBasis,
  type VariantReason,
  type VariantResult,
} from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { keep, keptVariant } from './kept-results';
import { type KnownSegments, matchSegments, noSegmentKeys } from './match-segments';

const noVariant: CompiledVariant = { key: '', attachment: '' };

/**
 * Which variant the entity gets.
 *
 * The first rule whose segments match ends the search, even when its distributions leave the entity's bucket
 * uncovered. Never throws, and always answers the same question with the same object.
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
  if (!flag.isEnabled) return answer(flag, flag, false, 'flag-disabled', defaultVariant, noSegmentKeys);
  const reasonToFallBack = defaultVariant === undefined ? 'unknown' : 'default';
  for (const rule of flag.rules) {
    const segmentKeys = matchSegments(rule, entityId, context, known);
    if (segmentKeys === undefined) continue;
    if (rule.distributions.length === 0)
      return answer(flag, rule, true, 'match', defaultVariant, segmentKeys);
    const variant = chooseDistribution(
      rule.distributions,
      variantBucket(flag.keyChecksum, entityId),
    )?.variant;
    return variant === undefined
      ? answer(flag, rule, false, reasonToFallBack, defaultVariant, segmentKeys)
      : answer(flag, rule, true, 'match', variant, segmentKeys);
  }
  return answer(flag, flag, false, reasonToFallBack, defaultVariant, noSegmentKeys);
}

/** The first distribution that ends past the bucket; undefined when they all end before. */
export function chooseDistribution(
  distributions: readonly CompiledDistribution[],
  bucket: number,
): CompiledDistribution | undefined {
  for (const distribution of distributions) if (distribution.bound > bucket) return distribution;
  return undefined;
}

/** A flag is the source of its answer when none of its rules matched. */
function basisOf(source: CompiledVariantFlag | CompiledRule): ResultBasis {
  if ('rules' in source) return source.rules.length === 0 ? 'nothing' : 'properties';
  return sharesOut(source.distributions) ? 'split' : 'properties';
}

/** True unless all entities get the same variant. */
function sharesOut([first]: readonly CompiledDistribution[]): boolean {
  return first !== undefined && first.bound < VARIANT_BUCKETS;
}

function answer(
  { key: flagKey, metadata }: CompiledVariantFlag,
  source: CompiledVariantFlag | CompiledRule,
  isMatch: boolean,
  reason: VariantReason,
  variant = noVariant,
  segmentKeys: readonly string[],
): VariantResult {
  const kept = keptVariant(source, flagKey, isMatch, variant, segmentKeys);
  if (kept !== undefined) return kept;
  const { key: variantKey, attachment } = variant;
  return keep(source, {
    type: 'variant',
    flagKey,
    isMatch,
    reason,
    basis: basisOf(source),
    variantKey,
    attachment,
    segmentKeys,
    metadata,
    notes: undefined,
    next: undefined,
  });
}
