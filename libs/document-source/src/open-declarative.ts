import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { waitAfterFailures } from '@pennon/platform';
import { DeclarativeSource } from './declarative-source';
import { sourceKindOf } from './sources/sources';

/** The program of the thread that reads documents, where this lib is compiled. */
const PROGRAM = join(__dirname, 'thread', 'document-thread.js');

/** Most memory that reading documents may take, in MiB: 20,000 flags as YAML, many times that as JSON. */
const MAX_MEMORY_MIB = 1024;

/**
 * The source of snapshots that the settings name, where it is a directory or a bucket; undefined where it is a
 * database. Nothing is read yet.
 *
 * @param program Of the thread that reads documents, where this code runs without having been compiled.
 */
export function openDeclarative(config: Config, program: string = PROGRAM): DeclarativeSource | undefined {
  const { storage, document, authentication } = config;
  const kind = sourceKindOf(storage);
  if (kind === undefined) return undefined;
  const { maxLength } = document;
  return new DeclarativeSource(
    { location: kind.locationOf(storage), ...kind.open(storage) },
    {
      limits: {
        maxObjectBytes: storage.object.maxObjectBytes,
        maxDocumentLength: { json: maxLength, yaml: maxLength / 4 },
      },
      worker: { program, maxMemoryMiB: MAX_MEMORY_MIB },
      settleMs: kind.settleMs,
      tokenGraceMs: authentication.records.outageGrace,
    },
  );
}

/** How a source is waited for. */
export interface WaitOptions {
  /** Called with the reason when it has to be waited, and again when the reason is another. */
  readonly onWait: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Has the source read for the first time, as often as it takes, with growing pauses in between. */
export async function openWhenReady(
  source: DeclarativeSource,
  { onWait, signal }: WaitOptions,
): Promise<void> {
  let told: string | undefined;
  for (let failures = 1; ; failures++) {
    try {
      await source.open();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (error.message !== told) onWait(error.message);
      told = error.message;
    }
    await delay(waitAfterFailures(failures), undefined, { ...(signal && { signal }) });
  }
}
