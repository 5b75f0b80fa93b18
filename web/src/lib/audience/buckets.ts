import { bucketWidth, VARIANT_BUCKETS } from '@pennon/domain';

/** The share of one variant in a rule. */
export interface Share {
  readonly variantId: string;
  /** Percent, 0–100. */
  readonly rollout: number;
}

/** The percentage that a stored share really serves: buckets are tenths, and further decimals are lost. */
export function effectiveShare(rollout: number): number {
  return (bucketWidth(rollout) * 100) / VARIANT_BUCKETS;
}

/**
 * The variant that owns each of the thousand buckets of a rule, in stored order; undefined where no share reaches.
 * Shares that go beyond the last bucket are cut.
 */
export function bucketOwners(shares: readonly Share[]): readonly (string | undefined)[] {
  const owners = shares.flatMap(({ variantId, rollout }) =>
    Array<string | undefined>(bucketWidth(rollout)).fill(variantId),
  );
  const unassigned = Array<undefined>(Math.max(0, VARIANT_BUCKETS - owners.length)).fill(undefined);
  return [...owners.slice(0, VARIANT_BUCKETS), ...unassigned];
}

/** What the shares of a rule add up to, in buckets of a thousand; above it they overlap. */
export function assignedBuckets(shares: readonly Pick<Share, 'rollout'>[]): number {
  return shares.reduce((sum, { rollout }) => sum + bucketWidth(rollout), 0);
}

/** The percentage that a stored threshold really serves: the server compares whole numbers 0–99 with it. */
export function effectivePercentage(percentage: number): number {
  return Math.min(100, Math.max(0, Math.ceil(Math.fround(percentage))));
}
