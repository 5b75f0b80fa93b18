import { startApp, type AppPlan, type Instance } from '@pennon/api';
import { Bootstrap, StartWarnings } from '@pennon/auth';
import { openBacking } from '@pennon/backing';
import { type Config } from '@pennon/config';
import { InvalidArgumentError } from '@pennon/domain';
import { evaluationMethods } from '@pennon/evaluation';
import { ServingState } from '@pennon/health';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { AppModule } from './app.module';

/**
 * Starts a writer: opens and migrates the database, loads the snapshots, and listens.
 *
 * Rejects, with nothing left open, when any of this fails.
 *
 * @param signal Ends the waiting for a database: the start then rejects.
 */
export async function startWriter(config: Config, signal?: AbortSignal): Promise<Instance> {
  assertDatabase(config);
  const backing = await openBacking(config, 'writer', signal);
  const plan: AppPlan = {
    wire: () => AppModule.forRoot(config, backing),
    hotMethods: config.evaluation.enabled ? evaluationMethods : [],
    beforeOpening: async (app) => app.get(SnapshotHolder).loadAll(),
    async afterOpening(app) {
      await app.get(Bootstrap).run();
      app.get(StartWarnings).run();
      app.get(ServingState).start();
    },
    beforeClosing(app) {
      app.get(ServingState).stop();
    },
    release: async () => backing.close(),
  };
  return startApp(plan, config);
}

/** Nothing can be written to files and buckets. @throws InvalidArgumentError if flags are to live there. */
function assertDatabase({ storage: { type } }: Config): void {
  if (type === 'database') return;
  throw new InvalidArgumentError(
    `storage.type: ${type} is read by readers only, and this is a writer: start a reader, or set it to database`,
  );
}
