import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';

/**
 * An exporter that begins anew after a failure. A gRPC channel waits longer from one attempt to connect to the next, up
 * to two minutes, and the package offers no way to shorten that; a new channel connects at once.
 */
export class RenewedExporter implements SpanExporter {
  private current: SpanExporter;

  constructor(private readonly open: () => SpanExporter) {
    this.current = open();
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    const used = this.current;
    used.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS && used === this.current) {
        this.current = this.open();
        used.shutdown().catch(() => undefined);
      }
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.current.forceFlush?.();
  }

  async shutdown(): Promise<void> {
    await this.current.shutdown();
  }
}
