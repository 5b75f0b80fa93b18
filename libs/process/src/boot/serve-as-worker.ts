import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { labelLines, processLogger, stopSignals, surviveSignals } from '@pennon/platform';
import { type WorkerAssignment } from '../workers/worker-assignment';
import { WorkerLink } from '../workers/worker-link';
import { fail } from './process-end';
import { type Instance } from './start-app';
import { type Tier } from './tier';

/** Runs one of several workers until the primary stops it, or ends. Resolves when it listens, and the primary knows. */
export async function serveAsWorker(tier: Tier, config: Config, assignment: WorkerAssignment): Promise<void> {
  labelLines({ worker: assignment.number });
  Logger.overrideLogger(processLogger(config.log, 'stdout'));
  // A terminal, and some supervisors, send a signal to all of us; what it means is for the primary to say.
  for (const signal of stopSignals) process.on(signal, () => undefined);
  surviveSignals();
  const worker = await WorkerLink.join(assignment).catch(() => undefined);
  // The primary is gone, and has nothing for us to do.
  if (worker === undefined) process.exit();
  const starting = tier.start(configOf(assignment, config), worker.stopping, worker);
  worker.stopping.addEventListener('abort', () => {
    stop(starting, worker).catch(fail);
  });
  try {
    const { url, grpcAddress } = await starting;
    await worker.ready({ url, grpcAddress });
  } catch (error) {
    if (!worker.stopping.aborted) throw error;
  }
}

async function stop(starting: Promise<Instance>, { alone }: WorkerLink): Promise<void> {
  const instance = await starting.catch(() => undefined);
  await instance?.stop(alone);
  process.exit();
}

/** What instances must not share, workers do not either. */
function configOf({ number }: WorkerAssignment, config: Config): Config {
  const { directory } = config.snapshot;
  if (directory === undefined) return config;
  return { ...config, snapshot: { ...config.snapshot, directory: join(directory, `worker-${number}`) } };
}
