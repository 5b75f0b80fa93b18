import { Module, type DynamicModule } from '@nestjs/common';
import { AnalyticsModule, WriterCounts } from '@pennon/analytics';
import { ApiModule, type WorkerLink } from '@pennon/api';
import { GateModule } from '@pennon/auth';
import { type Config } from '@pennon/config';
import { EvaluationModule } from '@pennon/evaluation';
import { HealthModule } from '@pennon/health';
import { ObservabilityModule } from '@pennon/observability';
import { OpenApiModule } from '@pennon/openapi';
import { SnapshotsModule } from '@pennon/snapshot-store';
import { TracingModule } from '@pennon/tracing';
import { readerFreshness } from './freshness';
import { otherTierOf, services } from './services';

/** The whole wiring of the reader. */
@Module({})
export class AppModule {
  /**
   * @param ports What stands behind the reader; the caller closes it after the app.
   * @param worker Its tie to the other workers; undefined for one that is alone.
   */
  static forRoot(config: Config, ports: DynamicModule, worker?: WorkerLink): DynamicModule {
    const snapshots = SnapshotsModule.forRoot(ports, config.storage, readerFreshness(config));
    const analytics = analyticsOf(config, ports);
    return {
      module: AppModule,
      imports: [
        ObservabilityModule.forRoot(config, worker?.others),
        ports,
        snapshots,
        GateModule.forRoot(config, ports, config.snapshot.directory),
        HealthModule.forRoot(config.freshness, snapshots),
        ...(analytics === undefined ? [] : [analytics]),
        EvaluationModule.forRoot(config, snapshots, analytics),
        OpenApiModule.forRoot(config),
        ...(config.tracing.enabled ? [TracingModule.forRoot(config)] : []),
        // Last, because its HTTP door answers every path.
        ApiModule.forRoot(withoutAnalytics(config), services, otherTierOf(config)),
      ],
    };
  }
}

/** Counting, where there is a writer that adds the counts up. */
function analyticsOf({ analytics }: Config, ports: DynamicModule): DynamicModule | undefined {
  const { address, ...writer } = analytics.writer;
  if (!analytics.enabled || address === undefined) return undefined;
  return AnalyticsModule.forSink(analytics, ports, new WriterCounts(address, writer));
}

/** What a reader says of itself: it can tell no counts, though it may count. */
function withoutAnalytics(config: Config): Config {
  return { ...config, analytics: { ...config.analytics, enabled: false } };
}
