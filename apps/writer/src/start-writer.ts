import { startApp, type AppPlan, type Instance, type WorkerLink } from '@pennon/api';
import { Bootstrap, StartWarnings } from '@pennon/auth';
import { openBacking } from '@pennon/backing';
import { ConfigError, problemsOfTier, type Config } from '@pennon/config';
import { DashboardWarning } from '@pennon/dashboard';
import { EvaluationCountSink } from '@pennon/domain';
import { ServingState } from '@pennon/health';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { AppModule } from './app.module';
import { startFollower } from './start-follower';

/**
 * Starts a writer: opens and migrates the database, loads the snapshots, and listens.
 *
 * Rejects, with nothing left open, when any of this fails.
 *
 * @param signal Ends the waiting for a database: the start then rejects.
 * @param worker Its tie to the other workers; undefined for one that is alone.
 */
export async function startWriter(
  config: Config,
  signal?: AbortSignal,
  worker?: WorkerLink,
): Promise<Instance> {
  const problems = problemsOfTier(config, 'writer');
  if (problems.length > 0) throw new ConfigError(problems);
  if (worker?.seat.role === 'follower') return startFollower(config, worker);
  const backing = await openBacking(config, 'writer', { isServer: true, ...(signal && { signal }) });
  const plan: AppPlan = {
    wire: () => AppModule.forRoot(config, backing, worker),
    async beforeOpening(app) {
      // Asked only by followers, which count when it does.
      worker?.takeCounts(app.get(EvaluationCountSink));
      await app.get(SnapshotHolder).loadAll();
    },
    async afterOpening(app) {
      await app.get(Bootstrap).run();
      // Of several workers, one says it.
      if (worker === undefined || worker.seat.number === 1) {
        app.get(StartWarnings).run();
        if (config.ui.enabled) app.get(DashboardWarning).run();
      }
      app.get(ServingState).start();
    },
    beforeClosing(app) {
      app.get(ServingState).stop();
    },
    release: async () => backing.close(),
  };
  return startApp(plan, config, worker);
}
