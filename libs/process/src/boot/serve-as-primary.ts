import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { type LoadedConfig } from '@pennon/config';
import { processLogger } from '@pennon/platform';
import { Primary, WorkerStartError } from '../workers/primary';
import { type LeaderEndpoint, type WorkerAssignment } from '../workers/worker-assignment';
import { announce, type Tier } from './tier';
import { FAILURE, stopOnSignals } from './process-end';

/** Runs an instance in several workers until a signal stops it. Resolves when all listen, and that has been said. */
export async function serveAsPrimary(tier: Tier, loaded: LoadedConfig): Promise<void> {
  const { log, server, freshness } = loaded.config;
  Logger.overrideLogger(processLogger(log, 'stdout'));
  const logger = new Logger('pennon');
  const leaderEndpoint = tier.needsLeader(loaded.config) ? makeLeaderEndpoint() : undefined;
  const primary = new Primary(assignmentsOf(server.workers, leaderEndpoint), {
    answer: server.workerTimeout,
    show: freshness.loadTimeout,
  });
  const stopping = new AbortController();
  stopOnSignals(stopping, async (signal) => {
    logger.log({ signal }, 'stopping');
    const isWell = await primary.stop();
    removeLeaderEndpoint(leaderEndpoint);
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
    removeLeaderEndpoint(leaderEndpoint);
    // Whoever ends by itself has said why.
    if (error instanceof WorkerStartError && error.ending === FAILURE) process.exit(FAILURE);
    throw error;
  }
}

function assignmentsOf(
  workers: number,
  leaderEndpoint: LeaderEndpoint | undefined,
): readonly WorkerAssignment[] {
  return Array.from({ length: workers }, (_, index) => ({
    number: index + 1,
    role: leaderEndpoint === undefined ? 'equal' : index === 0 ? 'leader' : 'follower',
    leaderEndpoint,
  }));
}

/** A directory that only this user can enter, and a secret of this server's own. */
function makeLeaderEndpoint(): LeaderEndpoint {
  return {
    directory: mkdtempSync(join(tmpdir(), 'pennon-workers-')),
    secret: randomBytes(32).toString('base64url'),
  };
}

function removeLeaderEndpoint(leaderEndpoint: LeaderEndpoint | undefined): void {
  if (leaderEndpoint !== undefined) rmSync(leaderEndpoint.directory, { recursive: true, force: true });
}
