import { performance } from 'node:perf_hooks';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { RpcCall } from '@pennon/api';
import { isPlainAscii, quoted } from './wire/plain-json';

/** The id of a call that an answer was given last: made of characters that JSON writes as they are. */
let ofCall = '';

/** The id in the answer to an evaluation: what the request itself names, or else the id of the call. */
export function idOf(
  { requestId }: { readonly requestId: string },
  call: Pick<RpcCall, 'requestId'>,
): string {
  if (requestId !== '') return requestId;
  ofCall = call.requestId;
  return ofCall;
}

/** Whether an id is such as JSON writes as it is, like those of calls. */
export function isPlainId(requestId: string): boolean {
  return requestId === '' || requestId === ofCall || isPlainAscii(requestId);
}

/** An id as JSON has it. */
export function quotedId(requestId: string): string {
  return requestId === ofCall ? `"${requestId}"` : quoted(requestId);
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

/** The second that was asked for last: many answers share it. */
let last = { second: 0, seconds: 0n };

/** A moment on the wire. @param epochMs Milliseconds since 1970, whole. */
export function timestampOf(epochMs: number): Timestamp {
  const second = Math.floor(epochMs / 1000);
  if (second !== last.second) last = { second, seconds: BigInt(second) };
  const nanos = (epochMs - second * 1000) * 1_000_000;
  return { $typeName: 'google.protobuf.Timestamp', seconds: last.seconds, nanos };
}
