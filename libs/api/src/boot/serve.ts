import { Logger } from '@nestjs/common';
import { type LoadedConfig } from '@pennon/config';
import { processLogger } from '@pennon/observability';
import { takeSeat } from '../workers/seat';
import { announce } from './announce';
import { type Instance } from './start-app';
import { serveAsPrimary } from './serve-as-primary';
import { serveAsWorker } from './serve-as-worker';
import { stopOnSignals } from './stop-on-signals';
import { type Tier } from './tier';

/**
 * Runs an instance of the tier until a signal stops it: in this process, or in workers that this process keeps.
 * Resolves when it listens, and has said so.
 */
export async function serve(tier: Tier, loaded: LoadedConfig): Promise<void> {
  const seat = takeSeat();
  if (seat !== undefined) await serveAsWorker(tier, loaded.config, seat);
  else if (loaded.config.server.workers > 1) await serveAsPrimary(tier, loaded);
  else await serveAlone(tier, loaded);
}

async function serveAlone(tier: Tier, loaded: LoadedConfig): Promise<void> {
  // Until the app has its own: opening a database may take a while, and reasons.
  Logger.overrideLogger(processLogger(loaded.config.log, 'stdout'));
  const stopping = new AbortController();
  const starting = tier.start(loaded.config, stopping.signal);
  stopOnSignals(stopping, async (signal) => stop(starting, signal));
  try {
    announce(tier, await starting, loaded);
  } catch (error) {
    // A start that was given up has not failed: the process ends in good order.
    if (!stopping.signal.aborted) throw error;
  }
}

/** Stops in good order, once the start is through or given up. */
async function stop(starting: Promise<Instance>, signal: NodeJS.Signals): Promise<void> {
  const instance = await starting.catch(() => undefined);
  instance?.logger.log({ signal }, 'stopping');
  await instance?.stop();
  instance?.logger.log('stopped');
  process.exit();
}
