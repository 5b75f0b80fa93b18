import { loadConfig, type TracingConfig } from '@pennon/config';
import { GrpcCollector } from '../../../../test/support/collector/collector';
import { openRecorder } from './open-tracer';

let collector: GrpcCollector;

beforeEach(async () => {
  collector = await GrpcCollector.start();
});

function tracing(env: Readonly<Record<string, string>>): TracingConfig {
  const place = { HOME: '/nonexistent', PENNON_TRACING_OTLP_ENDPOINT: collector.endpoint };
  return loadConfig({ env: { ...place, ...env }, root: '/nonexistent' }).config.tracing;
}

test('the queue is bounded: what is too much is dropped, and counted', async () => {
  const recorder = openRecorder(tracing({ PENNON_TRACING_MAX_QUEUE: '2', PENNON_TRACING_INTERVAL: '1m' }));
  // A full batch is sent at once, and nothing more as long as it is under way.
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) recorder.tracer.startSpan(name).end();
  await recorder.close();
  await collector.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(recorder.counts).toEqual({ sent: 4, failed: 0, dropped: 2 });
});

test('spans that the collector does not get are counted', async () => {
  await collector.stop();
  const recorder = openRecorder(tracing({}));
  for (const name of ['a', 'b']) recorder.tracer.startSpan(name).end();
  await recorder.close();
  expect(recorder.counts).toEqual({ sent: 0, failed: 2, dropped: 0 });
});

test('texts are cut', async () => {
  const recorder = openRecorder(tracing({}));
  recorder.tracer.startSpan('a', { attributes: { key: 'x'.repeat(1000) } }).end();
  await recorder.close();
  await collector.stop();
  expect(collector.spans[0]?.attributes).toEqual({ key: 'x'.repeat(256) });
});
