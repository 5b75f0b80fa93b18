import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { type LoadedConfig } from '@pennon/config';
import { processLogger } from '@pennon/platform';
import { Primary, WorkerStartError } from '../workers/primary';
import { type Inside, type Seat } from '../workers/seat';
import { announce, type Tier } from './tier';
import { FAILURE, stopOnSignals } from './process-end';

/** Runs an instance in several workers until a signal stops it. Resolves when all listen, and that has been said. */
export async function serveAsPrimary(tier: Tier, loaded: LoadedConfig): Promise<void> {
  const { log, server, freshness } = loaded.config;
  Logger.overrideLogger(processLogger(log, 'stdout'));
  const logger = new Logger('pennon');
  const inside = tier.needsLeader(loaded.config) ? makeInside() : undefined;
  const primary = new Primary(seatsOf(server.workers, inside), {
    answer: server.workerTimeout,
    show: freshness.loadTimeout,
  });
  const stopping = new AbortController();
  stopOnSignals(stopping, async (signal) => {
    logger.log({ signal }, 'stopping');
    const isWell = await primary.stop();
    removeInside(inside);
    logger.log('stopped');
    process.exit(isWell ? 0 : FAILURE);
  });
  process.on('SIGHUP', () => {
    primary.hangUp();
  });
  try {
    announce(tier, await primary.start(), loaded);
  } catch (error) {
    if (stopping.signal.aborted) return;
    await primary.stop();
    removeInside(inside);
    // Whoever ends by itself has said why.
    if (error instanceof WorkerStartError && error.ending === FAILURE) process.exit(FAILURE);
    throw error;
  }
}

function seatsOf(workers: number, inside: Inside | undefined): readonly Seat[] {
  return Array.from({ length: workers }, (_, index) => ({
    number: index + 1,
    role: inside === undefined ? 'equal' : index === 0 ? 'leader' : 'follower',
    inside,
  }));
}

/** A directory that only this user can enter, and a secret of this server's own. */
function makeInside(): Inside {
  return {
    directory: mkdtempSync(join(tmpdir(), 'pennon-workers-')),
    secret: randomBytes(32).toString('base64url'),
  };
}

function removeInside(inside: Inside | undefined): void {
  if (inside !== undefined) rmSync(inside.directory, { recursive: true, force: true });
}
