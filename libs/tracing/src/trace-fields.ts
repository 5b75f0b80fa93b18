import { type Span } from '@opentelemetry/api';
import { type TraceFields } from '@pennon/observability';

/** How log lines name the span. */
export function traceFields(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
