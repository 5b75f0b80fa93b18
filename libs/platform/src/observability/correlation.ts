import { randomUUID } from 'node:crypto';

/** Header, and metadata, in which callers give a request an id, and answers name it. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/**
 * The id of a request: what its caller gives, if that is 1 to 128 letters, digits, `_`, `.`, `:` and `-`, or else a new
 * one. It can be sent back as it is.
 *
 * @param given The value of {@link REQUEST_ID_HEADER}.
 */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  const isPlain =
    typeof given === 'string' && given.length <= MAX_REQUEST_ID_LENGTH && /^[\w.:-]+$/.test(given);
  return isPlain ? given : randomUUID();
}

/** The span that something was answered in, as the fields of log lines; named as OpenTelemetry would have them. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Of requests and calls under way; empty for good where nothing is traced. */
const fieldsOf = new WeakMap<object, TraceFields>();

/** From now on, log lines about this request or call name that span. */
export function nameTrace(request: object, fields: TraceFields): void {
  fieldsOf.set(request, fields);
}

/** The fields of a log line about this request or call; undefined when it is not traced. */
export function traceFieldsOf(request: object): TraceFields | undefined {
  return fieldsOf.get(request);
}
