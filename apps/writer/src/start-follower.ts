import { setTimeout as delay } from 'node:timers/promises';
import { type INestApplicationContext } from '@nestjs/common';
import { Leader, startApp, type AppPlan, type Instance, type WorkerLink } from '@pennon/api';
import { TokenRecords } from '@pennon/auth';
import { BackingModule, openBacking } from '@pennon/backing';
import { type Config } from '@pennon/config';
import { ServingState } from '@pennon/health';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { FollowerModule } from './follower.module';

/** How long to wait before what could not be read is read again, in milliseconds. */
const RETRY_DELAY_MS = 50;

/**
 * Starts a worker beside the writer of a SQLite file: it reads the file, evaluates from snapshots of its own, and shows
 * a change before the writer acknowledges it. Everything else it hands on to the writer.
 *
 * Rejects, with nothing left open, when any of this fails.
 */
export async function startFollower(config: Config, worker: WorkerLink): Promise<Instance> {
  const leader = new Leader(worker.inside, config.server.basePath);
  // The directory is for readers, which may have to do without their database.
  const readOnly: Config = { ...config, snapshot: { ...config.snapshot, directory: undefined } };
  const backing = await openBacking(readOnly, 'reader', { signal: worker.stopping });
  const plan: AppPlan = {
    wire: () => FollowerModule.forRoot(config, BackingModule.forReader(config, backing), { leader, worker }),
    leader,
    async beforeOpening(app) {
      // First, so that nothing changes between the loading and the following.
      follow(app, worker);
      await app.get(SnapshotHolder).loadAll();
    },
    async afterOpening(app) {
      app.get(ServingState).start();
      return Promise.resolve();
    },
    beforeClosing(app) {
      app.get(ServingState).stop();
    },
    async release() {
      leader.close();
      await backing.close();
    },
  };
  return startApp(plan, config, worker);
}

function follow(app: INestApplicationContext, worker: WorkerLink): void {
  const snapshots = app.get(SnapshotHolder);
  const records = app.get(TokenRecords, { strict: false });
  worker.follow(async (change) => {
    if (change.kind !== 'namespace') await records.catchUp();
    // Whoever waits for this gives it up, and this process with it, when it takes too long.
    else while (!(await snapshots.isRefreshed(change.namespaceKey))) await delay(RETRY_DELAY_MS);
  });
}
