import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { openSharedRedis, SnapshotDirectory, type SharedRedis } from '@pennon/snapshots';
import type { Config } from '@pennon/config';
import { type DeclarativeSource, openWhenReady } from '@pennon/document-source';
import { type ChangeFeed, type ChangeSink, InvalidArgumentError, MergedChangeFeed } from '@pennon/domain';
import {
  type Database,
  FileLock,
  LockedError,
  openChangeFeed,
  openDatabase,
  type OpenOptions,
  type Role,
} from '@pennon/storage';

/** What stands behind an instance: everything outside its process that it reads and writes. */
export interface Dependencies {
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
export async function openDependencies(
  config: Config,
  role: Role,
  { signal, isServer = false, onWait }: Partial<Pick<OpenOptions, 'signal' | 'isServer' | 'onWait'>> = {},
): Promise<Dependencies> {
  const place = role === 'reader' ? await openSnapshotPlace(config) : undefined;
  const directory = place?.directory;
  const logger = new Logger('database');
  const database = await openDatabase(config.db, role, {
    onWait: (reason) => {
      logger.warn({ reason }, 'waiting for the database');
      // Anybody can ask a reader what it waits for, and the reason names the host of the database.
      onWait?.('waiting for the database: see the log');
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

/** What stands behind a reader that lives from documents: no database and no Redis. */
export interface DeclarativeDependencies {
  readonly source: DeclarativeSource;
  /** Where snapshots are kept to start from; undefined to keep none. */
  readonly directory: SnapshotDirectory | undefined;
  /** Closes it, when nothing uses it any more. */
  close(): Promise<void>;
}

/** How a start waits for what it reads from. */
export interface Waiting {
  /** Ends the waiting: the start then rejects. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what is waited for. Everybody may read it. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/**
 * Reads the documents for the first time. It waits for them, and says so, unless there are snapshots to start from.
 *
 * @param wait What ends the waiting, and who hears what is waited for.
 * @throws InvalidArgumentError if callers are to show client tokens and none are published.
 */
export async function openDeclarativeDependencies(
  config: Config,
  source: DeclarativeSource,
  wait: Waiting = {},
): Promise<DeclarativeDependencies> {
  const place = await openSnapshotPlace(config);
  try {
    const kept = await place?.directory.loadAll();
    if (kept !== undefined && kept.size > 0) source.resume(kept.values());
    else await waitForDocuments(config, source, wait);
  } catch (error) {
    await place?.close();
    throw error;
  }
  return {
    source,
    directory: place?.directory,
    async close() {
      await source.close();
      await place?.close();
    },
  };
}

async function waitForDocuments(
  config: Config,
  source: DeclarativeSource,
  { signal, onWait: tell }: Waiting,
): Promise<void> {
  const logger = new Logger('documents');
  const onWait = (reason: string): void => {
    logger.warn({ reason, location: source.location }, 'waiting for the documents of flags');
    // The reason names buckets, hosts and files, and anybody can ask a reader what it waits for.
    tell?.('waiting for the documents of flags: see the log');
  };
  await openWhenReady(source, { onWait, signal });
  assertTokens(config, source);
}

/** Without them nobody could show a token that is accepted, and every evaluation would be refused. */
function assertTokens({ authentication }: Config, { tokens, location }: DeclarativeSource): void {
  const { required, methods } = authentication;
  if (!required || !methods.token.enabled || tokens.isPublished) return;
  throw new InvalidArgumentError(
    `authentication.methods.token is enabled, and there are no client tokens in ${location}: have the writer publish ` +
      'them with export.include_token_hashes, or use authentication.methods.jwt alone',
  );
}

/** The directory of a reader's snapshots, which no other reader uses meanwhile. */
interface SnapshotPlace {
  readonly directory: SnapshotDirectory;
  /** Writes what is pending, and lets other readers have the directory. */
  close(): Promise<void>;
}

/**
 * Opens the directory that the settings name; undefined if they name none. One that cannot be used, as on a full disk,
 * costs the copies and not the start: it is tried again whenever there is something to copy.
 *
 * Two readers in one directory would overwrite each other's files with older ones, and call them current.
 *
 * @throws LockedError if another reader uses it, which is named.
 */
async function openSnapshotPlace({ snapshot }: Pick<Config, 'snapshot'>): Promise<SnapshotPlace | undefined> {
  const { directory: path } = snapshot;
  if (path === undefined) return undefined;
  let lock: FileLock | undefined;
  const claim = async (): Promise<void> => {
    lock ??= await takeLock(path);
  };
  try {
    await claim();
  } catch (error) {
    if (error instanceof LockedError) throw error;
    new Logger('snapshot').warn(
      { err: error, path },
      'snapshot.directory cannot be used: serving goes on, and snapshots are copied there when it can be',
    );
  }
  const directory = await SnapshotDirectory.open(path, claim);
  return {
    directory,
    async close() {
      await directory.flush();
      await lock?.destroy();
    },
  };
}

async function takeLock(path: string): Promise<FileLock> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const advice = '; every reader needs a snapshot.directory of its own';
  return FileLock.take(join(path, 'lock'), `the directory ${path} of snapshots`, advice);
}
