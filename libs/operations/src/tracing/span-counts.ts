import { Logger } from '@nestjs/common';
import { createNoopMeter, type MeterProvider } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Sample, Series } from '@pennon/platform';

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

/**
 * An exporter that counts what becomes of spans, and says in the log when they begin to get lost, and when they no
 * longer do: not each time.
 */
export class ToldExporter implements SpanExporter {
  private readonly logger = new Logger('tracing');
  /** Spans that were lost since they last arrived. */
  private lost = 0;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly counts: Pick<SpanCounts, 'sent' | 'failed'>,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.arrived(spans.length);
      else this.failed(spans.length, result.error);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  private arrived(spans: number): void {
    this.counts.sent += spans;
    if (this.lost > 0) this.logger.log({ lost: this.lost }, 'spans reach the collector again');
    this.lost = 0;
  }

  private failed(spans: number, error: (Error & { readonly code?: unknown }) | undefined): void {
    this.counts.failed += spans;
    // No more of it: the error may hold what the collector has answered.
    const reason = error?.message === '' ? error.code : error?.message;
    if (this.lost === 0) this.logger.warn({ reason }, 'spans do not reach the collector, and are lost');
    this.lost += spans;
  }
}
