import { join } from 'node:path';
import { HttpCollector } from '../../support/collector/collector';
import { tracingEnv } from '../../support/collector/use-collector';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(60_000);

const listing = {
  NODE_OPTIONS: `--require ${join(process.cwd(), 'test/support/collector/list-modules.cjs')}`,
};

/** The packages of OpenTelemetry that the server had loaded when it ended, beside what is in the bundle. */
function loadedBy(server: TestServer): readonly string[] | undefined {
  return /packages of OpenTelemetry:(.*)/
    .exec(server.output())?.[1]
    ?.split(' ')
    .filter((name) => name !== '');
}

test('a stop sends what is left', async () => {
  const collector = await HttpCollector.start();
  const server = await startServer({
    env: { ...tracingEnv(collector.endpoint), PENNON_TRACING_INTERVAL: '1m', ...listing },
  });
  await addFlag(apiAt(server.url), { key: 'lamp' });
  expect(collector.spans).toEqual([]);
  expect(await server.stop()).toBe(0);
  await collector.stop();
  expect(collector.spans.map(({ name }) => name).sort()).toEqual([
    'POST /api/v1/namespaces/{namespaceKey}/flags',
    'flipt.Flipt/CreateFlag',
  ]);
  expect(loadedBy(server)).toContain('sdk-trace');
});

test('switched off, nothing of OpenTelemetry is loaded', async () => {
  const server = await startServer({ env: listing });
  await addFlag(apiAt(server.url), { key: 'lamp' });
  expect(await server.stop()).toBe(0);
  expect(loadedBy(server)).toEqual([]);
});

test('a collector that is away disturbs nothing, is told once and counted, and holds up a stop no longer than the limit', async () => {
  const collector = await HttpCollector.start();
  const { endpoint } = collector;
  await collector.stop();
  const server = await startServer({
    env: { ...tracingEnv(endpoint), PENNON_TRACING_MAX_QUEUE: '4', PENNON_TRACING_OTLP_TIMEOUT: '100ms' },
  });
  const api = apiAt(server.url);
  for (const key of ['a', 'b', 'c', 'd', 'e']) await addFlag(api, { key });
  const told = 'spans do not reach the collector, and are lost';
  await eventually(async () => {
    expect(server.output()).toContain(told);
    return Promise.resolve();
  });
  await addFlag(api, { key: 'f' });
  expect((await metricsOf(api)).sum('pennon_tracing_spans_total', { outcome: 'failure' })).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  expect(server.output().split(told)).toHaveLength(2);
});
