import { type Config } from '@pennon/config';
import { pollIntervalOf } from '@pennon/declarative';
import { freshnessFrom, type Freshness } from '@pennon/snapshot-store';

/**
 * Longest time that a look at documents may take, in milliseconds: it fetches and reads all that has changed. Each of
 * its requests has a limit of its own, and so has the reading.
 */
const LOOK_LIMIT_MS = 10 * 60_000;

/**
 * How a reader keeps its snapshots fresh: somebody else always writes. Documents are looked at as often as the settings
 * of the storage say, and no evaluation waits for that.
 */
export function readerFreshness(config: Config): Freshness {
  const pollInterval = pollIntervalOf(config.storage);
  if (pollInterval === undefined) return freshnessFrom(config, false);
  return {
    mode: 'bounded',
    pollInterval,
    confirmTimeout: LOOK_LIMIT_MS,
    loadTimeout: Math.max(config.freshness.loadTimeout, LOOK_LIMIT_MS),
  };
}
