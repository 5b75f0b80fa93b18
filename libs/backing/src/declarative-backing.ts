import { Logger } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { type DeclarativeSource, openWhenReady } from '@pennon/declarative';
import { InvalidArgumentError } from '@pennon/domain';
import { SnapshotDirectory } from '@pennon/snapshot-store';

/** What stands behind a reader that lives from documents: no database and no Redis. */
export interface DeclarativeBacking {
  readonly source: DeclarativeSource;
  /** Where snapshots are kept to start from; undefined to keep none. */
  readonly directory: SnapshotDirectory | undefined;
  /** Closes it, when nothing uses it any more. */
  close(): Promise<void>;
}

/**
 * Reads the documents for the first time. It waits for them, and says so, unless there are snapshots to start from.
 *
 * @param signal Ends the waiting.
 * @throws InvalidArgumentError if callers are to show client tokens and none are published.
 */
export async function openDeclarativeBacking(
  config: Config,
  source: DeclarativeSource,
  signal?: AbortSignal,
): Promise<DeclarativeBacking> {
  const directory = await openDirectory(config);
  const kept = await directory?.loadAll();
  if (kept !== undefined && kept.size > 0) source.resume(kept.values());
  else {
    const logger = new Logger('documents');
    const onWait = (reason: string): void => {
      logger.warn({ reason, location: source.location }, 'waiting for the documents of flags');
    };
    await openWhenReady(source, { onWait, signal });
    assertTokens(config, source);
  }
  return {
    source,
    directory,
    async close() {
      await source.close();
      await directory?.flush();
    },
  };
}

async function openDirectory({ snapshot }: Config): Promise<SnapshotDirectory | undefined> {
  return snapshot.directory === undefined ? undefined : SnapshotDirectory.open(snapshot.directory);
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
