export { type AccessLine, AccessLines, isProbe } from './access-lines';
export { REQUEST_ID_HEADER, requestIdOf, nameTrace, traceFieldsOf, type TraceFields } from './correlation';
export { labelLines, loggerOptions, processLogger } from './process-logger';
export { logStream } from './log-stream';
export { type Dependency, Metrics } from './metrics/metrics';
export {
  DurationHistogram,
  type Labels,
  type ProcessMetrics,
  type Sample,
  type Series,
} from './metrics/series';
export { OtherProcesses } from './metrics/other-processes';
export { RpcCounts, type CountedMethod, type RpcCount } from './metrics/rpc-counts';
export { ObservabilityModule } from './observability.module';
export { Logger } from 'nestjs-pino';
