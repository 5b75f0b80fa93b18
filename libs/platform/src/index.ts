export {
  COMMIT,
  isExecutable,
  packedFile,
  packedFolder,
  startThread,
  VERSION,
} from './executable/executable';
export { loadPackedAddon } from './executable/load-packed-addon';
export { subjectOf } from './identity/subject';
export { type AccessLine, AccessLines, isProbe } from './observability/access-lines';
export {
  nameTrace,
  REQUEST_ID_HEADER,
  requestIdOf,
  type TraceFields,
  traceFieldsOf,
} from './observability/correlation';
export { logStream } from './observability/log-stream';
export { Metrics } from './observability/metrics/metrics';
export { OtherProcesses } from './observability/metrics/other-processes';
export { type CountedMethod, type RpcCount, RpcCounts } from './observability/metrics/rpc-counts';
export {
  DurationHistogram,
  type Labels,
  type ProcessMetrics,
  type Sample,
  type Series,
} from './observability/metrics/series';
export { ObservabilityModule } from './observability/observability.module';
export { labelLines, loggerOptions, processLogger } from './observability/process-logger';
export { OutgoingAgent } from './outgoing/outgoing-agent';
export {
  LongAnswerError,
  ProxyRefusal,
  type OutgoingRequest,
  readText,
  sendRequest,
  USER_AGENT,
} from './outgoing/send-request';
export { type RemoteCallOptions, RemoteCalls, type RemoteRequest } from './remote/remote-calls';
export { OWNER_ONLY, restrictToOwner, stopSignals, surviveSignals } from './system/posix';
export { allEnded, atMost, mapAtMost } from './timing/at-most';
export { inTurns } from './timing/in-turns';
export { PruningJob, type PruningPlan } from './timing/pruning-job';
export {
  jittered,
  LeasedJob,
  JobLease,
  type LeaseState,
  RepeatedJob,
  type TurnPlan,
  waitAfterFailures,
} from './timing/repeated-job';
export { OverdueError, whenOverdue, withinTime } from './timing/time-limit';
export { Logger } from 'nestjs-pino';
