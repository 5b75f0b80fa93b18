import { bucketWidth, VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets } from '@pennon/state';

/** The percentage that a stored share really serves: buckets are tenths, and further decimals are lost. */
export function effectiveShare(rollout: number): number {
  return (bucketWidth(rollout) * 100) / VARIANT_BUCKETS;
}

/** The shares of an even split, in percent with one decimal: they leave no bucket over. */
export function splitEvenly(count: number): readonly number[] {
  if (count === 0) return [];
  const buckets = Math.floor(VARIANT_BUCKETS / count);
  const remainder = VARIANT_BUCKETS % count;
  return Array.from({ length: count }, (_, row) => (buckets + (row < remainder ? 1 : 0)) / 10);
}

/** True when shares that mean 100 % leave buckets over, because their decimals are finer than a bucket. */
export function isRoundingGap(rollouts: readonly number[]): boolean {
  const total = rollouts.reduce((sum, rollout) => sum + rollout, 0);
  return Math.round(total * 10) === VARIANT_BUCKETS && assignedBuckets(rollouts) < VARIANT_BUCKETS;
}

/**
 * The shares with what rounding lost given to those that lost most, first rows first: whole tenths that add up to
 * what the stored shares mean.
 */
export function withoutRoundingGap(rollouts: readonly number[]): readonly number[] {
  const meant = Math.round(rollouts.reduce((sum, rollout) => sum + rollout, 0) * 10);
  const missing = Math.max(0, meant - assignedBuckets(rollouts));
  const lost = rollouts.map((rollout, row) => ({ row, rest: rollout * 10 - bucketWidth(rollout) }));
  // `toSorted` is stable, which keeps equal losers in order; differences below the 32-bit float are no difference.
  const receivers = new Set(
    lost
      .toSorted((left, right) => Math.round((right.rest - left.rest) * 1e4))
      .slice(0, missing)
      .map(({ row }) => row),
  );
  return rollouts.map((rollout, row) => (bucketWidth(rollout) + (receivers.has(row) ? 1 : 0)) / 10);
}
