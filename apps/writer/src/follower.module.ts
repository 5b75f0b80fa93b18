import { Module, type DynamicModule } from '@nestjs/common';
import { AnalyticsModule } from '@pennon/analytics';
import { ApiModule, type Leader, type WorkerLink } from '@pennon/api';
import { authServices, GateModule } from '@pennon/auth';
import { type Config } from '@pennon/config';
import { DashboardModule } from '@pennon/dashboard';
import { EvaluationModule } from '@pennon/evaluation';
import { HealthModule } from '@pennon/health';
import { ObservabilityModule } from '@pennon/observability';
import { SnapshotsModule } from '@pennon/snapshot-store';
import { TracingModule } from '@pennon/tracing';
import { followerFreshness } from './freshness';
import { offerOf } from './services';

/** Who a follower has to do with. */
export interface FollowerTies {
  readonly leader: Leader;
  readonly worker: WorkerLink;
}

/** The whole wiring of a worker that follows the writer of its SQLite file: it evaluates, and hands all else on. */
@Module({})
export class FollowerModule {
  /**
   * @param ports What stands behind it, to be read; the caller closes it after the app.
   * @param ties Whom it hands on to, which the caller closes after the app, and its tie to the other workers.
   */
  static forRoot(config: Config, ports: DynamicModule, { leader, worker }: FollowerTies): DynamicModule {
    const snapshots = SnapshotsModule.forRoot(ports, config.storage, followerFreshness(config));
    const analytics = config.analytics.enabled
      ? AnalyticsModule.forSink(config.analytics, ports, worker.leaderCounts)
      : undefined;
    const { services, otherTier } = offerOf(config.evaluation.enabled);
    return {
      module: FollowerModule,
      imports: [
        ObservabilityModule.forRoot(config, worker.others),
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
