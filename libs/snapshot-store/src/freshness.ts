import { type Config, type FreshnessConfig } from '@pennon/config';

/**
 * How it comes about that evaluation sees what was written.
 *
 * - `embedded`: whoever writes refreshes the snapshot before it answers; nothing is read for an evaluation. What a
 *   command writes to the same file is seen when it is polled.
 * - `strict`: an evaluation uses a snapshot whose revision was confirmed by a read that started after it was asked for.
 * - `bounded`: nothing is read for an evaluation; what others write is seen when it is pushed, at the latest when it is
 *   polled.
 */
export type FreshnessMode = 'embedded' | 'strict' | 'bounded';

/** How snapshots are kept fresh. Durations are in milliseconds. */
export interface Freshness extends Pick<FreshnessConfig, 'pollInterval' | 'confirmTimeout' | 'loadTimeout'> {
  readonly mode: FreshnessMode;
}

/**
 * How the configuration wants snapshots to be kept fresh.
 *
 * In bounded mode, two polls fit into `cache.ttl`, so that the second one has ended before the bound is reached.
 *
 * @param isAlone True for the one process that writes to an embedded database.
 */
export function freshnessFrom(
  { freshness, cache }: Pick<Config, 'freshness' | 'cache'>,
  isAlone: boolean,
): Freshness {
  if (isAlone) return { ...freshness, mode: 'embedded' };
  if (!cache.enabled) return { ...freshness, mode: 'strict' };
  return { ...freshness, mode: 'bounded', pollInterval: Math.min(freshness.pollInterval, cache.ttl / 2) };
}
