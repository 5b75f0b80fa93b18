import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as HttpExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { type SpanExporter } from '@opentelemetry/sdk-trace';
import { credentials, Metadata } from '@grpc/grpc-js';
import { readAuthorities } from '@pennon/api';
import { type TracingConfig } from '@pennon/config';
import { USER_AGENT } from '@pennon/outgoing';
import { RenewedExporter } from './renewed-exporter';

type OtlpConfig = TracingConfig['otlp'];

/**
 * What sends spans to the collector of the settings, in the protocol that its address is of. Certificates that are not
 * given are left to the exporters, which look into the environment (docs/tracing.md).
 *
 * @throws Error that names the setting, if the certificate authorities cannot be read.
 */
export function spanExporter({ endpoint, headers, timeout, caCertPath }: OtlpConfig): SpanExporter {
  const { url, protocol, usesTls } = endpoint;
  const ca = caCertPath === undefined ? undefined : readAuthorities('tracing.otlp.ca_cert_path', caCertPath);
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
