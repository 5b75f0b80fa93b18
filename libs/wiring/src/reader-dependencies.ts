import { type DynamicModule } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { openDeclarative } from '@pennon/document-source';
import { openDependencies, openDeclarativeDependencies, type Waiting } from './dependencies';
import { DependenciesModule } from './dependencies.module';

/** What stands behind a reader, whichever it is. */
export interface ReaderDependencies {
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
export async function openReaderDependencies(
  config: Config,
  wait: Waiting = {},
): Promise<ReaderDependencies> {
  const source = openDeclarative(config);
  if (source === undefined) {
    const dependencies = await openDependencies(config, 'reader', {
      ...(wait.signal && { signal: wait.signal }),
      ...(wait.onWait && { onWait: wait.onWait }),
    });
    return {
      ports: DependenciesModule.forReader(config, dependencies),
      close: async () => dependencies.close(),
    };
  }
  try {
    const dependencies = await openDeclarativeDependencies(config, source, wait);
    return {
      ports: DependenciesModule.forDeclarativeReader(config, dependencies),
      close: async () => dependencies.close(),
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}
