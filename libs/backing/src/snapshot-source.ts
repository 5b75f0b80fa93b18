import { type Config } from '@pennon/config';
import { type SnapshotSource } from '@pennon/snapshot';
import { CachedSnapshotSource, DiskBackedSource } from '@pennon/snapshot-store';
import { DatabaseSnapshotSource, readCacheKey } from '@pennon/storage';
import { type Backing } from './backing';
import { type DeclarativeBacking } from './declarative-backing';

/** Where snapshots come from: the database, behind what saves asking it, behind what stands in for it at a start. */
export function snapshotSourceOf(config: Config, { database, redis, directory }: Backing): SnapshotSource {
  const rows = new DatabaseSnapshotSource(database);
  const readKey = async (): Promise<string> => readCacheKey(database);
  const documents =
    redis === undefined
      ? rows
      : new CachedSnapshotSource(rows, redis.cache, { ttl: config.cache.ttl, readKey });
  return directory === undefined ? documents : new DiskBackedSource(documents, directory, patienceOf(config));
}

/** Where snapshots come from that are made of documents: behind what stands in for them at a start. */
export function declarativeSourceOf(
  { freshness }: Config,
  { source, directory }: DeclarativeBacking,
): SnapshotSource {
  return directory === undefined
    ? source
    : new DiskBackedSource(source, directory, freshness.loadTimeout / 2);
}

/** A database that does not answer in the time a connection may take is away; the whole start must not be, too. */
function patienceOf({ db, freshness }: Config): number {
  return Math.min(db.connectTimeout, freshness.loadTimeout / 2);
}
