import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, Statement } from 'sqlite3';
import type { Instance } from '@pennon/process';
import { startWriter } from '../../../apps/writer/src/start-writer';
import { addFlag } from '../../support/flags';
import { apiAt, jsonRequest, type Api } from '../../support/http';
import { configFor } from '../../support/temporary-database';

const settings = {
  PENNON_SERVER_HOST: '127.0.0.1',
  PENNON_SERVER_HTTP_PORT: '0',
  PENNON_SERVER_GRPC_PORT: '0',
  PENNON_LOG_LEVEL: 'error',
  // No evaluation asks for the looks at what commands have written.
  PENNON_FRESHNESS_POLL_INTERVAL: '1h',
  // Nor for those at changes whose time has come.
  PENNON_CHANGES_POLL_INTERVAL: '1h',
};

let directory: string;
let writer: Instance;
let api: Api;
const spies: jest.SpyInstance[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-embedded-'));
  writer = await startWriter(configFor(`file:${join(directory, 'pennon.db')}`, settings));
  api = apiAt(writer.url);
  await addFlag(api, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  // They are called all the same.
  for (const method of ['run', 'get', 'all', 'each', 'exec'] as const) {
    spies.push(jest.spyOn(Database.prototype, method));
  }
  for (const method of ['run', 'get', 'all', 'each'] as const) {
    spies.push(jest.spyOn(Statement.prototype, method));
  }
});

beforeEach(() => {
  jest.clearAllMocks();
});

afterAll(async () => {
  await writer.stop();
  jest.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

/** How often the driver was asked for anything. */
function queries(): number {
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

it('a thousand evaluations on SQLite ask the database nothing', async () => {
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'beta', entityId: 'me' });
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.send(question)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(queries()).toBe(0);
});

it('a look at the flag does, and is counted', async () => {
  const { status } = await api.send({ path: '/api/v1/namespaces/default/flags/beta' });
  expect(status).toBe(200);
  expect(queries()).toBeGreaterThan(0);
});
