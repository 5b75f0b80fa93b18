import { crc32 } from './crc32';

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

/**
 * The bucket of an entity for a variant flag: integer, 0–999.
 *
 * CRC-32 of the flag key followed by the entity id, modulo 1000. Neither namespace nor rule takes part, so an entity
 * keeps its bucket across the rules of a flag. Boolean flags hash in the opposite order, see {@link thresholdBucket};
 * clients depend on both.
 *
 * @param keyChecksum CRC-32 of the flag key.
 */
export function variantBucket(keyChecksum: number, entityId: string): number {
  return crc32(entityId, keyChecksum) % VARIANT_BUCKETS;
}

/**
 * The bucket of an entity for the thresholds of a boolean flag: integer, 0–99, the same for all thresholds of the
 * flag, so they nest.
 *
 * CRC-32 of the entity id followed by the flag key, modulo 100; the opposite order of {@link variantBucket}.
 */
export function thresholdBucket(entityId: string, flagKey: string): number {
  return crc32(flagKey, crc32(entityId)) % THRESHOLD_BUCKETS;
}
