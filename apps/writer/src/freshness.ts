import { type Config } from '@pennon/config';
import { type Freshness, freshnessFrom } from '@pennon/snapshots';

/**
 * How a worker that follows the writer of a SQLite file does: the writer tells of each change and waits until it is
 * shown, so that no evaluation need ask. What commands write to the file is found by the poll. To read the file may
 * take as long as to load it at the start.
 */
export function followerFreshness({ freshness }: Config): Freshness {
  return { ...freshness, mode: 'bounded', confirmTimeout: freshness.loadTimeout };
}

/** How a writer keeps its snapshots fresh: a SQLite file has no other writer. */
export function writerFreshness(config: Config): Freshness {
  return freshnessFrom(config, config.db.dialect === 'sqlite');
}
