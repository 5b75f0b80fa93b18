import { type Config } from '@pennon/config';
import { freshnessFrom, type Freshness } from '@pennon/snapshot-store';

/** How a writer keeps its snapshots fresh: a SQLite file has no other writer. */
export function writerFreshness(config: Config): Freshness {
  return freshnessFrom(config, config.db.dialect === 'sqlite');
}
