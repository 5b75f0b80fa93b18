import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule, WriterCounts } from '@pennon/analytics';
import { ApiModule } from '@pennon/api';
import type { WorkerLink } from '@pennon/process';
import { GateModule } from '@pennon/auth';
import type { Config } from '@pennon/config';
import { sourceKindOf } from '@pennon/document-source';
import { EvaluationModule } from '@pennon/evaluation';
import { HealthModule, OpenApiModule, TracingModule } from '@pennon/operations';
import { ObservabilityModule } from '@pennon/platform';
import { type Freshness, freshnessFrom, SnapshotsModule } from '@pennon/snapshots';
import { otherTierOf, services } from './services';

/**
 * Longest time that a look at documents may take, in milliseconds: it fetches and reads all that has changed. Each of
 * its requests has a limit of its own, and so has the reading.
 */
const LOOK_LIMIT_MS = 10 * 60_000;

/**
 * How a reader keeps its snapshots fresh: somebody else always writes. Documents are looked at as often as the settings
 * of the storage say, and no evaluation waits for that.
 */
export function readerFreshness(config: Config): Freshness {
  const pollInterval = sourceKindOf(config.storage)?.pollIntervalOf(config.storage);
  if (pollInterval === undefined) return freshnessFrom(config, false);
  return {
    mode: 'bounded',
    pollInterval,
    confirmTimeout: LOOK_LIMIT_MS,
    loadTimeout: Math.max(config.freshness.loadTimeout, LOOK_LIMIT_MS),
  };
}

/** The whole wiring of the reader. */
@Module({})
export class AppModule {
  /**
   * @param ports What stands behind the reader; the caller closes it after the app.
   * @param worker Its tie to the other workers; undefined for one that is alone.
   */
  static forRoot(config: Config, ports: DynamicModule, worker?: WorkerLink): DynamicModule {
    const dependency = sourceKindOf(config.storage)?.dependency ?? 'database';
    const snapshots = SnapshotsModule.forRoot(ports, dependency, readerFreshness(config));
    const analytics = analyticsOf(config, ports);
    return {
      module: AppModule,
      imports: [
        ObservabilityModule.forRoot(config, 'reader', worker?.others),
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
