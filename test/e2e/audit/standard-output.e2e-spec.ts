import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { startServer, type TestServer } from '../../support/server';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-audit-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

interface AuditLine {
  readonly key: string;
}

/** The events among all that the process has written. */
function eventsOf(server: TestServer): readonly AuditLine[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"M":"AUDIT"'))
    .map((line) => JSON.parse(line) as AuditLine);
}

async function untilWritten(server: TestServer, keys: readonly string[]): Promise<void> {
  await eventually(() => {
    expect(eventsOf(server).map(({ key }) => key)).toEqual(keys);
    return Promise.resolve();
  });
}

test('events are lines of JSON between those of the log, each once, also over a restart', async () => {
  const env = { PENNON_AUDIT_SINKS_LOG_ENABLED: 'true', PENNON_AUDIT_EVENTS: 'flag:*' };
  const first = await startServer({ directory, env });
  for (const key of ['a', 'b']) await addFlag(apiAt(first.url), { key });
  await untilWritten(first, ['a', 'b']);
  expect(eventsOf(first)[0]).toMatchObject({
    T: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    M: 'AUDIT',
    version: '0.2',
    ...{ type: 'flag', action: 'created', status: 'success', namespace_key: 'default' },
    payload: { key: 'a' },
  });
  await first.stop();
  const second = await startServer({ directory, env });
  await addFlag(apiAt(second.url), { key: 'c' });
  await untilWritten(second, ['c']);
  await second.stop();
}, 180_000);

test('an output that nobody reads any more holds events up, and nothing else', async () => {
  const env = { PENNON_AUDIT_SINKS_LOG_ENABLED: 'true', PENNON_AUDIT_EVENTS: 'flag:*' };
  const first = await startServer({ directory, env });
  const api = apiAt(first.url);
  first.stopReading();
  for (const key of ['a', 'b']) await addFlag(api, { key });
  const failures = async (): Promise<number> =>
    (await metricsOf(api)).sum('pennon_audit_deliveries_total', { sink: 'log', outcome: 'failure' });
  await eventually(async () => {
    expect(await failures()).toBeGreaterThan(1);
  });
  await addFlag(api, { key: 'c' });
  // Pauses lie between attempts: a loop without any would have made thousands.
  expect(await failures()).toBeLessThan(50);
  expect(await first.stop()).toBe(0);
  const second = await startServer({ directory, env });
  await untilWritten(second, ['a', 'b', 'c']);
  await second.stop();
}, 180_000);
