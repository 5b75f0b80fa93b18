import { performance } from 'node:perf_hooks';
import { DurationHistogram } from './series';

/** Names of the gRPC codes by their numbers, as `grpc_code` has them. */
export const grpcCodes = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
] as const;

/** Bounds of the buckets of durations, in seconds: Prometheus' usual ones, and finer ones below. */
const BOUNDS = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025],
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

/** What the counts need to know of an RPC; a method's description of protobuf-es is one. */
export interface CountedMethod {
  readonly name: string;
  readonly parent: { readonly typeName: string };
  readonly methodKind: 'unary' | 'server_streaming' | 'client_streaming' | 'bidi_streaming';
}

/** What became of the calls of one RPC, over whichever door. Each call begins once and ends once. */
export class RpcCount {
  /** Calls that have begun. */
  started = 0;
  /** Messages of streams that were sent. */
  streamed = 0;
  /** Calls that have ended, by the number of their gRPC code. */
  readonly handled = new Float64Array(grpcCodes.length);
  /** How long they took, in seconds. */
  readonly seconds = new DurationHistogram(BOUNDS);

  constructor(readonly method: CountedMethod) {}

  /** A call begins. Returns the moment, for {@link end}. */
  begin(now = performance.now()): number {
    this.started++;
    return now;
  }

  /**
   * A call has ended.
   *
   * @param code Number of its gRPC code, also where it came over HTTP; 0 for success.
   * @param begunAt What {@link begin} returned.
   * @returns How long it took, in milliseconds.
   */
  end(code: number, begunAt: number): number {
    this.handled[code] = (this.handled[code] ?? 0) + 1;
    const durationMs = performance.now() - begunAt;
    this.seconds.observe(durationMs / 1000);
    return durationMs;
  }
}

/** The counts of all RPCs. */
export class RpcCounts {
  private readonly counts = new Map<CountedMethod, RpcCount>();

  /** That of an RPC, which from now on is shown, if only as 0. */
  of(method: CountedMethod): RpcCount {
    let count = this.counts.get(method);
    if (count === undefined) {
      count = new RpcCount(method);
      this.counts.set(method, count);
    }
    return count;
  }

  all(): Iterable<RpcCount> {
    return this.counts.values();
  }
}
