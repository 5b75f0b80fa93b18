import { Logger } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { type DeclarativeSource, openWhenReady } from '@pennon/declarative';
import { InvalidArgumentError } from '@pennon/domain';
import { type SnapshotDirectory } from '@pennon/snapshot-store';
import { openSnapshotPlace } from './snapshot-place';

/** What stands behind a reader that lives from documents: no database and no Redis. */
export interface DeclarativeBacking {
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
  /** Called with what is waited for, and why, when that is another. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/**
 * Reads the documents for the first time. It waits for them, and says so, unless there are snapshots to start from.
 *
 * @param wait What ends the waiting, and who hears what is waited for.
 * @throws InvalidArgumentError if callers are to show client tokens and none are published.
 */
export async function openDeclarativeBacking(
  config: Config,
  source: DeclarativeSource,
  wait: Waiting = {},
): Promise<DeclarativeBacking> {
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
    tell?.(`waiting for the documents of flags: ${reason}`);
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
