import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as HttpExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { type SpanExporter } from '@opentelemetry/sdk-trace';
import { credentials, Metadata } from '@grpc/grpc-js';
import { type TracingConfig } from '@pennon/config';

/** What sends spans to the collector of the settings, in the protocol that its address is of. */
export function spanExporter({ endpoint, headers, timeout }: TracingConfig['otlp']): SpanExporter {
  const { url, protocol } = endpoint;
  const entries = Object.entries(headers).map(([name, value]) => [name, value.reveal()] as const);
  if (protocol === 'http') {
    return new HttpExporter({ url, timeoutMillis: timeout, headers: Object.fromEntries(entries) });
  }
  const metadata = new Metadata();
  for (const [name, value] of entries) metadata.set(name, value);
  return new GrpcExporter({
    url,
    timeoutMillis: timeout,
    metadata,
    credentials: credentials.createInsecure(),
  });
}
