import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { loadConfigFromProcess, type LoadedConfig } from '@pennon/config';
import { VERSION, processLogger } from '@pennon/platform';
import { takeAssignment } from '../workers/worker-assignment';
import { fail, stopOnSignals } from './process-end';
import { serveAsPrimary } from './serve-as-primary';
import { serveAsWorker } from './serve-as-worker';
import type { Instance } from './start-app';
import { announce, type Tier } from './tier';

/**
 * Runs an instance of the tier until a signal stops it: in this process, or in workers that this process keeps.
 * Resolves when it listens, and has said so.
 *
 * @param path The configuration file named on the command line, if any.
 */
export async function serve(tier: Tier, path: string | undefined): Promise<void> {
  const loaded = loadConfigFromProcess(path, tier.name);
  const assignment = takeAssignment();
  if (assignment !== undefined) await serveAsWorker(tier, loaded.config, assignment);
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

/** Runs a tier as the program of this process, with the options that stand on its command line. */
export function runTier(tier: Tier, help: string): void {
  run(tier, help).catch(fail);
}

async function run(tier: Tier, help: string): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) process.stdout.write(help);
  else if (values.version === true) process.stdout.write(`${VERSION}\n`);
  else await serve(tier, values.config);
}
