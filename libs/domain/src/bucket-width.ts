/** How many buckets the entities of a variant flag fall into. */
export const VARIANT_BUCKETS = 1000;

/** How many buckets the entities of a boolean flag fall into. */
export const THRESHOLD_BUCKETS = 100;

/**
 * How many of the {@link VARIANT_BUCKETS} a distribution covers: integer, 0–1000, rounded down.
 *
 * In 32-bit floats throughout, which is the arithmetic clients expect: in doubles, 33.3 from the wire would cover 332
 * buckets instead of 333.
 *
 * @param rolloutPercent 0–100.
 */
export function bucketWidth(rolloutPercent: number): number {
  return Math.trunc(Math.fround(Math.fround(rolloutPercent) * 10));
}

/**
 * How many of the {@link THRESHOLD_BUCKETS} a threshold covers: integer, 0–100, rounded up, because a threshold
 * includes every bucket whose number is below its percent. It covers them from bucket 0.
 *
 * @param percent 0–100.
 */
export function thresholdWidth(percent: number): number {
  return Math.ceil(Math.fround(percent));
}
