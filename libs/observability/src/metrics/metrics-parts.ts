import { type ModuleMetadata, type Provider } from '@nestjs/common';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { type MetricsConfig } from '@pennon/config';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { OtherProcesses } from './other-processes';
import { RpcCounts } from './rpc-counts';
import { errorSeries, rpcSeries } from './rpc-series';

/**
 * What a module has that measures, and answers `GET /metrics`.
 *
 * The parts of the Prometheus module are taken into that module and not imported by it: the framework serves the routes
 * of a module of a module behind those of the HTTP door, which answers every path.
 *
 * @param others The other processes that answer at the same address; undefined where there are none.
 */
export function metricsParts(
  config: MetricsConfig,
  others?: OtherProcesses,
): Required<Pick<ModuleMetadata, 'controllers' | 'providers' | 'exports'>> {
  const metrics = new Metrics(config);
  const rpcCounts = new RpcCounts();
  metrics.add(errorSeries(rpcCounts), metrics.dependencies.series());
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
