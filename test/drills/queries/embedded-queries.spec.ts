import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
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
};

/** Set while a request is answered: tells its queries from those of background jobs, which run meanwhile. */
const answering = new AsyncLocalStorage<true>();
const REQUEST_START = 'http.server.request.start';
function enter(): void {
  answering.enterWith(true);
}

let directory: string;
let writer: Instance;
let api: Api;
let queries = 0;

/** Counts the calls of a method of the driver that serve a request. */
function count<T extends Database | Statement>(prototype: T, method: keyof T & string): void {
  const original = prototype[method] as (...args: unknown[]) => unknown;
  jest.spyOn(prototype, method as never).mockImplementation(function (this: T, ...args: unknown[]) {
    if (answering.getStore() === true) queries++;
    return original.apply(this, args);
  } as never);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-embedded-'));
  writer = await startWriter(configFor(`file:${join(directory, 'pennon.db')}`, settings));
  api = apiAt(writer.url);
  await addFlag(api, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' });
  for (const method of ['run', 'get', 'all', 'each', 'exec'] as const) count(Database.prototype, method);
  for (const method of ['run', 'get', 'all', 'each'] as const) count(Statement.prototype, method);
  subscribe(REQUEST_START, enter);
});

beforeEach(() => {
  queries = 0;
});

afterAll(async () => {
  unsubscribe(REQUEST_START, enter);
  await writer.stop();
  jest.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

it('a thousand evaluations on SQLite ask the database nothing', async () => {
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'beta', entityId: 'me' });
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.send(question)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(queries).toBe(0);
});

it('a look at the flag does, and is counted', async () => {
  const { status } = await api.send({ path: '/api/v1/namespaces/default/flags/beta' });
  expect(status).toBe(200);
  expect(queries).toBeGreaterThan(0);
});
