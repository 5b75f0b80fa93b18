import { type AccessLines, type RpcCounts } from '@pennon/observability';
import { type CallTracer } from './call-tracer';

/** Who watches the calls that the doors answer; an app may do without any of them. */
export interface CallObservers {
  /** Counts calls. */
  readonly counts?: RpcCounts | undefined;
  /** Writes access lines. */
  readonly lines?: AccessLines | undefined;
  /** Follows calls for traces, streams apart. */
  readonly tracer?: CallTracer | undefined;
}
