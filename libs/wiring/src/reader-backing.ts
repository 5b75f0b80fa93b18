import { type DynamicModule } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { openDeclarative } from '@pennon/document-source';
import { openBacking, openDeclarativeBacking, type Waiting } from './backing';
import { BackingModule } from './backing.module';

/** What stands behind a reader, whichever it is. */
export interface ReaderBacking {
  /** Provides the ports of the libs. */
  readonly ports: DynamicModule;
  /** Closes it, when nothing uses it any more. */
  close(): Promise<void>;
}

/**
 * Opens what a reader reads from: a database, or documents in a directory or a bucket. It waits for either, and says
 * so, unless there are snapshots to start from.
 *
 * @param wait What ends the waiting, and who hears what is waited for.
 * @throws UnavailableError if what is there cannot be used as it has to be.
 */
export async function openReaderBacking(config: Config, wait: Waiting = {}): Promise<ReaderBacking> {
  const source = openDeclarative(config);
  if (source === undefined) {
    const backing = await openBacking(config, 'reader', {
      ...(wait.signal && { signal: wait.signal }),
      ...(wait.onWait && { onWait: wait.onWait }),
    });
    return { ports: BackingModule.forReader(config, backing), close: async () => backing.close() };
  }
  try {
    const backing = await openDeclarativeBacking(config, source, wait);
    return { ports: BackingModule.forDeclarativeReader(config, backing), close: async () => backing.close() };
  } catch (error) {
    await source.close();
    throw error;
  }
}
