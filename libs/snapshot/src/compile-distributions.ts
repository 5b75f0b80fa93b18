import { exact } from './exact';
import { type CompiledDistribution, type CompiledVariant } from './compiled-flag';
import { type DistributionDocument } from './snapshot-document';

/**
 * The live distributions of a rule with the bounds of their buckets, in the order given.
 *
 * Live is what has a rollout above 0, even when it is too small for a single bucket; one whose variant is not among
 * `variants` is left out.
 *
 * @param before The same list of the rule before, which is answered if this one is equal: the rules of a flag often
 *   differ in nothing but their segments.
 */
export function compileDistributions(
  distributions: readonly DistributionDocument[],
  variants: Pick<ReadonlyMap<string, CompiledVariant>, 'get'>,
  before: readonly CompiledDistribution[] = [],
): readonly CompiledDistribution[] {
  const compiled: CompiledDistribution[] = [];
  let bound = 0;
  for (const { variantId, rolloutPercent } of distributions) {
    const variant = variants.get(variantId);
    if (variant === undefined || !(rolloutPercent > 0)) continue;
    bound += bucketWidth(rolloutPercent);
    compiled.push({ bound, variant });
  }
  return isSame(compiled, before) ? before : exact(compiled);
}

function isSame(left: readonly CompiledDistribution[], right: readonly CompiledDistribution[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ bound, variant }, index) => {
      const other = right[index];
      return other?.bound === bound && other.variant === variant;
    })
  );
}

/**
 * How many of the thousand buckets a percentage covers, rounded down.
 *
 * In 32-bit floats throughout, which is the arithmetic clients expect: in doubles, 33.3 from the wire would cover 332
 * buckets instead of 333.
 */
export function bucketWidth(rolloutPercent: number): number {
  return Math.trunc(Math.fround(Math.fround(rolloutPercent) * 10));
}
