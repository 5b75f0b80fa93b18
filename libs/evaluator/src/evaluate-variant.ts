import {
  type CompiledDistribution,
  type CompiledRule,
  type CompiledVariant,
  type CompiledVariantFlag,
  type VariantReason,
  type VariantResult,
} from '@pennon/snapshot';
import { variantBucket } from './bucket';
import { type EvaluationContext } from './evaluation-context';
import { keptResult } from './kept-results';
import { type KnownSegments } from './known-segments';
import { matchSegments } from './match-segments';
import { noSegmentKeys } from './segment-keys';

const noVariant: CompiledVariant = { key: '', attachment: '' };

/**
 * Which variant the entity gets.
 *
 * The first rule whose segments match ends the search, even when its distributions leave the entity's bucket
 * uncovered. Never throws, and always answers the same question with the same object.
 * Source: contract/evaluation.md 4.5, 4.8.
 *
 * @param known What is known of the entity from other flags of the same request.
 */
export function evaluateVariant(
  flag: CompiledVariantFlag,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): VariantResult {
  if (!flag.isEnabled) return fallBack(flag, flag, 'flag-disabled', noSegmentKeys);
  const reasonToFallBack = flag.defaultVariant === undefined ? 'unknown' : 'default';
  for (const rule of flag.rules) {
    const segmentKeys = matchSegments(rule, entityId, context, known);
    if (segmentKeys === undefined) continue;
    if (rule.distributions.length === 0) return match(flag, rule, flag.defaultVariant, segmentKeys);
    const variant = chooseDistribution(
      rule.distributions,
      variantBucket(flag.keyChecksum, entityId),
    )?.variant;
    return variant === undefined
      ? fallBack(flag, rule, reasonToFallBack, segmentKeys)
      : match(flag, rule, variant, segmentKeys);
  }
  return fallBack(flag, flag, reasonToFallBack, noSegmentKeys);
}

/** The first distribution that ends past the bucket; undefined when they all end before. */
export function chooseDistribution(
  distributions: readonly CompiledDistribution[],
  bucket: number,
): CompiledDistribution | undefined {
  for (const distribution of distributions) if (distribution.bound > bucket) return distribution;
  return undefined;
}

function match(
  { key: flagKey }: CompiledVariantFlag,
  rule: CompiledRule,
  variant: CompiledVariant | undefined,
  segmentKeys: readonly string[],
): VariantResult {
  const { key: variantKey, attachment } = variant ?? noVariant;

  return keptResult(rule, {
    type: 'variant',
    flagKey,
    isMatch: true,
    reason: 'match',
    variantKey,
    attachment,
    segmentKeys,
    notes: undefined,
    next: undefined,
  });
}

function fallBack(
  { key: flagKey, defaultVariant }: CompiledVariantFlag,
  source: CompiledVariantFlag | CompiledRule,
  reason: VariantReason,
  segmentKeys: readonly string[],
): VariantResult {
  const { key: variantKey, attachment } = defaultVariant ?? noVariant;
  return keptResult(source, {
    type: 'variant',
    flagKey,
    isMatch: false,
    reason,
    variantKey,
    attachment,
    segmentKeys,
    notes: undefined,
    next: undefined,
  });
}
