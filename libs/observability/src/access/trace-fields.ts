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
