import { crc32 } from '@pennon/domain';

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
  return crc32(entityId, keyChecksum) % 1000;
}

/**
 * The bucket of an entity for the thresholds of a boolean flag: integer, 0–99, the same for all thresholds of the
 * flag, so they nest.
 *
 * CRC-32 of the entity id followed by the flag key, modulo 100; the opposite order of {@link variantBucket}.
 */
export function thresholdBucket(entityId: string, flagKey: string): number {
  return crc32(flagKey, crc32(entityId)) % 100;
}
