import { credentials, Metadata } from '@grpc/grpc-js';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as HttpExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { readAuthorities, type TracingConfig } from '@pennon/config';
import { USER_AGENT } from '@pennon/platform';

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

type OtlpConfig = TracingConfig['otlp'];

/**
 * What sends spans to the collector of the settings, in the protocol that its address is of. Certificates that are not
 * given are left to the exporters, which look into the environment (docs/tracing.md).
 *
 * @throws Error if the certificate authorities can't be read.
 */
export function spanExporter({ endpoint, headers, timeout, caCertPath }: OtlpConfig): SpanExporter {
  const { url, protocol, usesTls } = endpoint;
  const ca = caCertPath === undefined ? undefined : readAuthorities(caCertPath);
  const entries = Object.entries(headers).map(([name, value]) => [name, value.reveal()] as const);
  if (protocol === 'http') {
    return new HttpExporter({
      url,
      timeoutMillis: timeout,
      userAgent: USER_AGENT,
      headers: Object.fromEntries(entries),
      ...(ca !== undefined && { httpAgentOptions: { keepAlive: true, ca } }),
    });
  }
  const metadata = new Metadata();
  for (const [name, value] of entries) metadata.set(name, value);
  return new RenewedExporter(
    () =>
      new GrpcExporter({
        url,
        timeoutMillis: timeout,
        metadata,
        userAgent: USER_AGENT,
        ...(ca !== undefined && { credentials: credentials.createSsl(ca) }),
        ...(!usesTls && { credentials: credentials.createInsecure() }),
      }),
  );
}
