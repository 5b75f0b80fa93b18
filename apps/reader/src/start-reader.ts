import { type AppPlan, type Instance, startApp, type WorkerLink } from '@pennon/process';
import { openReaderDependencies } from '@pennon/wiring';
import { type Config } from '@pennon/config';
import { ServingState } from '@pennon/operations';
import { SnapshotHolder } from '@pennon/snapshots';
import { AppModule } from './app.module';
import { WaitingDoors } from './waiting-doors';

/**
 * Starts a reader: waits until the database has the schema it needs, or until there are documents to read, loads the
 * snapshots, and listens. As long as it waits, it listens too, and says that it does.
 *
 * Rejects, with nothing left open, when any of this fails.
 *
 * @param signal Ends the waiting: the start then rejects.
 * @param worker Its tie to the other workers; undefined for one that is alone.
 */
export async function startReader(
  config: Config,
  signal?: AbortSignal,
  worker?: WorkerLink,
): Promise<Instance> {
  const waiting = new WaitingDoors(config);
  // Of several workers, the others begin when this one is ready; one that is replaced leaves the answers to them.
  const isAsked = worker === undefined || worker.assignment.isFirst === true;
  const onWait = (reason: string): void => {
    if (isAsked) waiting.tell(reason);
  };
  const dependencies = await openReaderDependencies(config, { signal, onWait }).catch(
    async (error: unknown) => {
      await waiting.close();
      throw error;
    },
  );
  const plan: AppPlan = {
    wire: () => AppModule.forRoot(config, dependencies.ports, worker),
    async beforeOpening(app) {
      await app.get(SnapshotHolder).loadAll();
      await waiting.close();
    },
    async afterOpening(app) {
      app.get(ServingState).start();
      return Promise.resolve();
    },
    beforeClosing(app) {
      app.get(ServingState).stop();
    },
    async release() {
      await waiting.close();
      await dependencies.close();
    },
  };
  return startApp(plan, config, worker);
}
