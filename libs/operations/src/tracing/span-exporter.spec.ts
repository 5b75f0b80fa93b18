import { setTimeout as delay } from 'node:timers/promises';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { InMemorySpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace';
import { loadConfig } from '@pennon/config';
import { GrpcCollector } from '../../../../test/support/collector/collector';
import { TcpProxy } from '../../../../test/support/tcp-proxy';
import { openRecorder } from './open-tracer';
import { RenewedExporter } from './span-exporter';

async function exported(exporter: SpanExporter): Promise<ExportResult> {
  return new Promise((resolve) => {
    exporter.export([], resolve);
  });
}

test('an exporter that has failed is shut down, and the next spans go by a new one', async () => {
  const opened: InMemorySpanExporter[] = [];
  const exporter = new RenewedExporter(() => {
    opened.push(new InMemorySpanExporter());
    return opened.at(-1) ?? new InMemorySpanExporter();
  });
  expect(await exported(exporter)).toMatchObject({ code: ExportResultCode.SUCCESS });
  expect(opened).toHaveLength(1);
  await opened[0]?.shutdown();
  expect(await exported(exporter)).toMatchObject({ code: ExportResultCode.FAILED });
  expect(opened).toHaveLength(2);
  expect(await exported(exporter)).toMatchObject({ code: ExportResultCode.SUCCESS });
  expect(opened).toHaveLength(2);
});

test('spans are sent by gRPC again when the collector is back', async () => {
  const collector = await GrpcCollector.start();
  const proxy = await TcpProxy.to(Number(collector.endpoint.split(':').at(-1)));
  const env = {
    PENNON_TRACING_OTLP_ENDPOINT: `127.0.0.1:${proxy.port}`,
    PENNON_TRACING_OTLP_TIMEOUT: '500ms',
    PENNON_TRACING_INTERVAL: '100ms',
  };
  const { tracing } = loadConfig({ env: { HOME: '/nonexistent', ...env }, root: '/nonexistent' }).config;
  const recorder = openRecorder(tracing);
  proxy.refuse();
  for (let time = 0; time < 4; time++) {
    recorder.tracer.startSpan('lost').end();
    await delay(700);
  }
  expect(recorder.counts).toMatchObject({ sent: 0, failed: expect.any(Number) });
  proxy.pass();
  recorder.tracer.startSpan('first').end();
  await recorder.close();
  expect(collector.spans.map(({ name }) => name)).toContain('first');
  await proxy.close();
  await collector.stop();
}, 30_000);
