import { performance } from 'node:perf_hooks';
import type { RpcCall } from '@pennon/api';

/** The id in the answer to an evaluation: what the request itself names, or else the id of the call. */
export function idOf(
  { requestId }: { readonly requestId: string },
  call: Pick<RpcCall, 'requestId'>,
): string {
  return requestId === '' ? call.requestId : requestId;
}

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
