import { performance } from 'node:perf_hooks';
import { type Timestamp } from '@bufbuild/protobuf/wkt';

/** How long an answer took and when it was ready. */
export interface Timing {
  /** Milliseconds, to the microsecond: more digits tell nothing, and take long to write. */
  readonly requestDurationMillis: number;
  /** Milliseconds since 1970, whole. */
  readonly epochMs: number;
}

/** Starts measuring; the returned function stops. */
export function startStopwatch(): () => Timing {
  const start = performance.now();
  return () => {
    const microseconds = Math.round((performance.now() - start) * 1000);
    return { requestDurationMillis: microseconds / 1000, epochMs: Date.now() };
  };
}

/** The second that was asked for last: many answers share it. */
let last = { second: 0, seconds: 0n };

/** A moment on the wire. @param epochMs Milliseconds since 1970, whole. */
export function timestampOf(epochMs: number): Timestamp {
  const second = Math.floor(epochMs / 1000);
  if (second !== last.second) last = { second, seconds: BigInt(second) };
  const nanos = (epochMs - second * 1000) * 1_000_000;
  return { $typeName: 'google.protobuf.Timestamp', seconds: last.seconds, nanos };
}
