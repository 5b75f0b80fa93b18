import { Logger } from '@nestjs/common';
import { openSharedRedis, type SharedRedis } from '@pennon/cache';
import { type Config } from '@pennon/config';
import { MergedChangeFeed, type ChangeFeed, type ChangeSink } from '@pennon/domain';
import { type SnapshotDirectory } from '@pennon/snapshot-store';
import { openChangeFeed, openDatabase, type Database, type OpenOptions, type Role } from '@pennon/storage';
import { openSnapshotPlace } from './snapshot-place';

/** What stands behind an instance: everything outside its process that it reads and writes. */
export interface Backing {
  readonly database: Database;
  /** Undefined unless the configuration wants one. */
  readonly redis: SharedRedis | undefined;
  /** Where a reader keeps what it could start from; undefined for a writer, which cannot start without its database. */
  readonly directory: SnapshotDirectory | undefined;
  /** Tells of what others change; undefined where nothing does. */
  readonly changeFeed: ChangeFeed | undefined;
  /** Tells others of what is changed; undefined where the database does, within the transaction, or they look. */
  readonly changeSink: ChangeSink | undefined;
  /** Closes it, when nothing uses it any more. */
  close(): Promise<void>;
}

/**
 * Opens what the configuration names. It waits for a database, and says so, unless there are documents to start from.
 *
 * @throws UnavailableError if the database, or the directory, cannot be used as it has to be.
 */
export async function openBacking(
  config: Config,
  role: Role,
  { signal, isServer = false, onWait }: Partial<Pick<OpenOptions, 'signal' | 'isServer' | 'onWait'>> = {},
): Promise<Backing> {
  const place = role === 'reader' ? await openSnapshotPlace(config) : undefined;
  const directory = place?.directory;
  const logger = new Logger('database');
  const database = await openDatabase(config.db, role, {
    onWait: (reason) => {
      logger.warn({ reason }, 'waiting for the database');
      onWait?.(`waiting for the database: ${reason}`);
    },
    isServer,
    ...(directory && { canDoWithout: () => directory.hasDocuments() }),
    ...(signal && { signal }),
  }).catch(async (error: unknown) => {
    await place?.close();
    throw error;
  });
  const redis = usesRedis(config) ? await openSharedRedis(config.cache) : undefined;
  return {
    database,
    redis,
    directory,
    changeFeed: changeFeedOf(config, role, redis),
    changeSink: config.freshness.push === 'auto' ? redis?.changeSink : undefined,
    async close() {
      await place?.close();
      redis?.close();
      await database.close();
    },
  };
}

function usesRedis({ cache }: Config): boolean {
  return cache.enabled && cache.backend === 'redis';
}

/** Where the database tells of changes and Redis does too, both are heard: either may be out of reach. */
function changeFeedOf(config: Config, role: Role, redis: SharedRedis | undefined): ChangeFeed | undefined {
  if (config.freshness.push === 'off') return undefined;
  const feeds = [openChangeFeed(config.db, role), redis?.changeFeed].filter((feed) => feed !== undefined);
  return feeds.length > 1 ? new MergedChangeFeed(feeds) : feeds[0];
}
