import { createNoopMeter, type MeterProvider } from '@opentelemetry/api';
import { type Sample, type Series } from '@pennon/observability';

/** What has become of the spans that were recorded, since the start. */
export interface SpanCounts {
  /** The collector has taken them. */
  sent: number;
  /** The collector could not be reached in time, or has refused them. */
  failed: number;
  /** Too many waited to be sent already. */
  dropped: number;
}

/** The names that metrics have for it, as for other deliveries. */
export function spanSeries(counts: SpanCounts): Series {
  return {
    name: 'pennon_tracing_spans_total',
    help: 'Spans that were recorded, by what became of them: all but success are lost.',
    type: 'counter',
    collect: () =>
      Object.entries({ success: counts.sent, failure: counts.failed, dropped: counts.dropped }).map(
        ([outcome, value]): Sample => ({ labels: { outcome }, value }),
      ),
  };
}

/** What the queue tells its own metrics, of which those are counted that it had no room for. */
export function droppedSpansMeter(counts: SpanCounts): MeterProvider {
  const counter = {
    add(spans: number, attributes?: Readonly<Record<string, unknown>>) {
      if (attributes?.['error.type'] === 'queue_full') counts.dropped += spans;
    },
  };
  return { getMeter: () => Object.assign(createNoopMeter(), { createCounter: () => counter }) };
}
