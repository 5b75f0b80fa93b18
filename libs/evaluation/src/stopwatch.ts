import { performance } from 'node:perf_hooks';
import { type Timestamp } from '@bufbuild/protobuf/wkt';

/** How long an answer took and when it was ready. */
export interface Timing {
  /** Milliseconds. */
  readonly requestDurationMillis: number;
  readonly timestamp: Timestamp;
}

/** Starts measuring; the returned function stops. */
export function startStopwatch(): () => Timing {
  const start = performance.now();
  return () => {
    const requestDurationMillis = performance.now() - start;
    return { requestDurationMillis, timestamp: timestampNow() };
  };
}

/** The present moment on the wire. */
export function timestampNow(): Timestamp {
  const now = Date.now();
  return {
    $typeName: 'google.protobuf.Timestamp',
    seconds: BigInt(Math.floor(now / 1000)),
    nanos: (now % 1000) * 1_000_000,
  };
}
