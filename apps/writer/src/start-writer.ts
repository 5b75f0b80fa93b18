import { type AppPlan, type Instance, startApp, type WorkerLink } from '@pennon/process';
import { Bootstrap } from '@pennon/auth';
import { openDependencies } from '@pennon/wiring';
import { type Config } from '@pennon/config';
import { DashboardWarning } from './dashboard/built-dashboard';
import { EvaluationCountSink } from '@pennon/domain';
import { FlagEvaluator } from '@pennon/evaluation';
import { ServingState } from '@pennon/operations';
import { SnapshotHolder } from '@pennon/snapshots';
import { AppModule } from './app.module';
import { startFollower } from './follower.module';

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
  if (worker?.assignment.role === 'follower') return startFollower(config, worker);
  const dependencies = await openDependencies(config, 'writer', {
    isServer: true,
    ...(signal && { signal }),
  });
  const plan: AppPlan = {
    wire: () => AppModule.forRoot(config, dependencies, worker),
    async beforeOpening(app) {
      // Asked only by followers, which count when it does.
      worker?.takeCounts(app.get(EvaluationCountSink));
      worker?.tellWrites(() => dependencies.database.writeHealth.failure);
      if (config.evaluation.enabled) worker?.tellLastAsked((flag) => app.get(FlagEvaluator).lastAsked(flag));
      await app.get(SnapshotHolder).loadAll();
      await app.get(Bootstrap).runIfChosen();
    },
    async afterOpening(app) {
      await app.get(Bootstrap).run();
      // Of several workers, one says it.
      const isOnlyOne = worker === undefined || worker.assignment.number === 1;
      if (isOnlyOne && config.ui.enabled) app.get(DashboardWarning).run();
      app.get(ServingState).start();
    },
    beforeClosing(app) {
      app.get(ServingState).stop();
    },
    release: async () => dependencies.close(),
  };
  return startApp(plan, config, worker);
}

type FirstStepSettings = Pick<Config, 'authentication' | 'evaluation' | 'server' | 'storage'>;

/**
 * Commands that create a flag and evaluate it. None where they would fail as they stand: where nothing may be written,
 * where nobody can have a client token, and under TLS, whose certificate need not be for the name of the URL.
 */
export function firstSteps(url: string, config: FirstStepSettings): readonly string[] {
  const { required, methods } = config.authentication;
  if (config.storage.readOnly || config.server.protocol === 'https') return [];
  if (required && !methods.token.enabled) return [];
  const header = required ? ' -H "Authorization: Bearer $PENNON_TOKEN"' : '';
  const create = '{"key":"hello","name":"Hello","type":"BOOLEAN_FLAG_TYPE","enabled":true}';
  const evaluate = `  curl ${url}/evaluate/v1/boolean${header} -d '{"flagKey":"hello","entityId":"me"}'`;
  return [
    required ? 'Try it, with a client token in the variable PENNON_TOKEN:' : 'Try it:',
    `  curl ${url}/api/v1/namespaces/default/flags${header} -d '${create}'`,
    ...(config.evaluation.enabled ? [evaluate] : []),
  ];
}
