import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { AnalyticsModule } from '@pennon/analytics';
import { ApiModule } from '@pennon/api';
import { type AppPlan, type Instance, Leader, startApp, type WorkerLink } from '@pennon/process';
import { authServices, GateModule, TokenRecords } from '@pennon/auth';
import { DependenciesModule, openDependencies } from '@pennon/wiring';
import type { Config } from '@pennon/config';
import { DashboardModule } from './dashboard/dashboard.module';
import { EvaluationModule, FlagEvaluator } from '@pennon/evaluation';
import { HealthModule, ServingState, TracingModule } from '@pennon/operations';
import { Metrics, ObservabilityModule } from '@pennon/platform';
import { SnapshotHolder, SnapshotsModule } from '@pennon/snapshots';
import { followerFreshness } from './freshness';
import { offerOf } from './services';

/** Connections of a follower. */
export interface FollowerLinks {
  readonly leader: Leader;
  readonly worker: WorkerLink;
}

/** The whole wiring of a worker that follows the writer of its SQLite file: it evaluates, and hands all else on. */
@Module({})
class FollowerModule {
  /**
   * @param ports What stands behind it, to be read; the caller closes it after the app.
   * @param ties Whom it hands on to, which the caller closes after the app, and its tie to the other workers.
   */
  static forRoot(config: Config, ports: DynamicModule, { leader, worker }: FollowerLinks): DynamicModule {
    const snapshots = SnapshotsModule.forRoot(ports, 'database', followerFreshness(config));
    const analytics = config.analytics.enabled
      ? AnalyticsModule.forSink(config.analytics, ports, worker.leaderCounts)
      : undefined;
    const { services, otherTier } = offerOf(config.evaluation.enabled);
    return {
      module: FollowerModule,
      imports: [
        ObservabilityModule.forRoot(config, 'writer', worker.others),
        ports,
        snapshots,
        GateModule.forRoot(config, ports),
        HealthModule.forRoot(config.freshness, snapshots),
        ...(config.evaluation.enabled ? [EvaluationModule.forRoot(config, snapshots, analytics)] : []),
        ...(config.ui.enabled ? [DashboardModule.forRoot(config)] : []),
        ...(config.tracing.enabled ? [TracingModule.forRoot(config)] : []),
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(config, [...services, ...authServices(config)], otherTier, leader),
      ],
    };
  }
}

/** How long to wait before what could not be read is read again, in milliseconds. */
const RETRY_DELAY_MS = 50;

/**
 * Starts a worker beside the writer of a SQLite file: it reads the file, evaluates from snapshots of its own, and shows
 * a change before the writer acknowledges it. Everything else it hands on to the writer.
 *
 * Rejects, with nothing left open, when any of this fails.
 */
export async function startFollower(config: Config, worker: WorkerLink): Promise<Instance> {
  const leader = new Leader(worker.leaderEndpoint, config.server.basePath);
  // The directory is for readers, which may have to do without their database.
  const readOnly: Config = { ...config, snapshot: { ...config.snapshot, directory: undefined } };
  const dependencies = await openDependencies(readOnly, 'reader', { signal: worker.stopping });
  const plan: AppPlan = {
    wire: () =>
      FollowerModule.forRoot(config, DependenciesModule.forReader(config, dependencies), { leader, worker }),
    leader,
    async beforeOpening(app) {
      const { dependencies: parts } = app.get(Metrics);
      const replaced = 'it is being replaced';
      parts.addPart('leader', () => (worker.isLed ? undefined : replaced));
      parts.addPart('writes', () => (worker.isLed ? worker.writeFailure : `the leader: ${replaced}`));
      // First, so that nothing changes between the loading and the following.
      follow(app, worker);
      if (config.evaluation.enabled) worker.tellLastAsked((flag) => app.get(FlagEvaluator).lastAsked(flag));
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
      await dependencies.close();
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
