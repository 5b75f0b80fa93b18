import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { type SpanCounts } from './span-counts';

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
