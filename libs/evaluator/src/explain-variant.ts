import { VARIANT_BUCKETS, variantBucket } from '@pennon/domain';
import {
  type CompiledDistribution,
  type CompiledRule,
  type CompiledVariantFlag,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { chooseDistribution, evaluateVariant } from './evaluate-variant';
import { type EvaluationContext } from './evaluation-context';
import { explainSegments, skipSegments } from './explain-segments';
import {
  type RuleExplanation,
  type SplitExplanation,
  type Ending,
  type VariantExplanation,
} from './explanation';
import { matchSegments } from './match-segments';
import { besides, StoredParts } from './stored-parts';

/**
 * What {@link evaluateVariant} answers, with the way there: found out by the same functions, asked once more and one by
 * one, so that evaluating does not pay for it. Pure; never throws.
 *
 * @param document What the flag was compiled from, whole.
 */
export function explainVariant(
  flag: CompiledVariantFlag,
  entityId: string,
  context: EvaluationContext,
  document: SnapshotDocument,
): VariantExplanation {
  const { key: flagKey, isEnabled, defaultVariant } = flag;
  const stored = new StoredParts(document);
  const rules: RuleExplanation[] = [];
  let deciding: RuleExplanation | undefined;
  for (const [rule, { id, rank }] of besides(flag.rules, stored.rules(flagKey))) {
    const isTried = isEnabled && deciding === undefined;
    const step: RuleExplanation = isTried
      ? { id, rank, ...explainRule(flag, rule, entityId, context, stored) }
      : { id, rank, outcome: 'skipped', ...skipSegments(rule), split: undefined };
    if (step.outcome === 'matched') deciding = step;
    rules.push(step);
  }
  return {
    type: 'variant',
    flagKey,
    isEnabled,
    defaultVariantKey: defaultVariant?.key,
    rules,
    ending: isEnabled ? endingOf(deciding) : stored.isOff(flagKey) ? 'off' : 'flag-disabled',
    result: evaluateVariant(flag, entityId, context),
  };
}

function explainRule(
  flag: CompiledVariantFlag,
  rule: CompiledRule,
  entityId: string,
  context: EvaluationContext,
  stored: StoredParts,
): Omit<RuleExplanation, 'id' | 'rank'> {
  const selection = explainSegments(rule, entityId, context, stored);
  if (matchSegments(rule, entityId, context) === undefined) {
    return { outcome: 'not-matched', ...selection, split: undefined };
  }
  return { outcome: 'matched', ...selection, split: explainSplit(flag, rule.distributions, entityId) };
}

function explainSplit(
  { key: flagKey, keyChecksum }: CompiledVariantFlag,
  distributions: readonly CompiledDistribution[],
  entityId: string,
): SplitExplanation | undefined {
  if (distributions.length === 0) return undefined;
  const bucket = variantBucket(keyChecksum, entityId);
  const chosen = chooseDistribution(distributions, bucket);
  const shares = distributions.map((distribution, index) => ({
    variantKey: distribution.variant.key,
    from: endOf(distributions[index - 1]),
    to: endOf(distribution),
    isChosen: distribution === chosen,
  }));
  return { hash: { input: flagKey + entityId, bucket, bucketCount: VARIANT_BUCKETS }, shares };
}

/** Shares that add up to more than all buckets end with the last one. */
function endOf(distribution: CompiledDistribution | undefined): number {
  return Math.min(distribution?.bound ?? 0, VARIANT_BUCKETS);
}

function endingOf(deciding: RuleExplanation | undefined): Ending {
  if (deciding === undefined) return 'no-step';
  if (deciding.split === undefined) return 'no-shares';
  return deciding.split.shares.some(({ isChosen }) => isChosen) ? 'share' : 'uncovered';
}
