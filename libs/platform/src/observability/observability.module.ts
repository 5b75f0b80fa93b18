import { type DynamicModule, Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { LoggerModule } from 'nestjs-pino';
import { pino } from 'pino';
import type { Config, MetricsConfig, TierName } from '@pennon/config';
import { AccessLines } from './access-lines';
import { logStream } from './log-stream';
import { buildInfo } from './metrics/build-info';
import { Metrics } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';
import { OtherProcesses } from './metrics/other-processes';
import { RpcCounts } from './metrics/rpc-counts';
import { errorSeries, rpcSeries } from './metrics/rpc-series';
import { loggerOptions } from './process-logger';

/**
 * What a module has that measures, and answers `GET /metrics`.
 *
 * The parts of the Prometheus module are taken into that module and not imported by it: the framework serves the routes
 * of a module of a module behind those of the HTTP door, which answers every path.
 *
 * @param tier What this process is.
 * @param others The other processes that answer at the same address; undefined where there are none.
 */
export function metricsParts(
  config: MetricsConfig,
  tier: TierName,
  others?: OtherProcesses,
): Required<Pick<ModuleMetadata, 'controllers' | 'providers' | 'exports'>> {
  const metrics = new Metrics(config);
  const rpcCounts = new RpcCounts();
  metrics.add(buildInfo(tier), errorSeries(rpcCounts), metrics.dependencies.series());
  metrics.addAlways(...rpcSeries(rpcCounts));
  const { controllers = [], providers = [] } = PrometheusModule.register({
    path: '/metrics',
    controller: MetricsController,
    defaultMetrics: { enabled: true, config: { register: metrics.registry } },
  });
  const ours: readonly Provider[] = [
    { provide: Metrics, useValue: metrics },
    { provide: RpcCounts, useValue: rpcCounts },
    { provide: OtherProcesses, useValue: others },
  ];
  return { controllers, providers: [...providers, ...ours], exports: [Metrics, RpcCounts] };
}

/** Logging, and metrics. */
@Module({})
export class ObservabilityModule {
  /**
   * @param tier What this process is.
   * @param others The other processes that answer at the same address; undefined where there are none.
   */
  static forRoot(
    config: Pick<Config, 'log' | 'metrics'>,
    tier: TierName,
    others?: OtherProcesses,
  ): DynamicModule {
    const logger = pino(loggerOptions(config.log), logStream(config.log));
    const { controllers, providers, exports } = metricsParts(config.metrics, tier, others);
    return {
      module: ObservabilityModule,
      global: true,
      // No routes: the doors log requests, without the asynchronous context that each would enter (docs/adr/0016).
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
      controllers,
      providers: [
        ...providers,
        { provide: AccessLines, useFactory: () => new AccessLines(logger, config.log.access) },
      ],
      exports: [...exports, AccessLines],
    };
  }
}
