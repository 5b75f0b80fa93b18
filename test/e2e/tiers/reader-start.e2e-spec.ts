import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { authEnv } from '../../support/auth-server';
import { isSqlite } from '../../support/database-server';
import { apiAt, jsonRequest } from '../../support/http';
import { outcomeOf, unavailable } from '../../support/outcome';
import { startServer, type TestServer } from '../../support/server';
import { ServerProcess } from '../../support/server-process';
import { expectWaiting, fixedDoors } from '../../support/waiting-reader';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(60_000);

let database: TestDatabase;
let stopping: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  stopping = [];
});

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  for (const stop of stopping) await stop();
  await database.remove();
});

type Settings = Readonly<Record<string, string>>;

async function start(tier: 'writer' | 'reader', env: Settings = {}): Promise<TestServer> {
  const { url: PENNON_DB_URL, directory } = database;
  const server = await startServer({ tier, directory, env: { PENNON_DB_URL, ...env } });
  stopping.push(async () => server.stop('SIGKILL'));
  return server;
}

/** Starts a reader that may have to wait, and resolves when it does. */
async function startWaiting(env: Settings = {}): Promise<ServerProcess> {
  const reader = new ServerProcess({
    app: 'reader',
    directory: database.directory,
    env: {
      PENNON_DB_URL: database.url,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
      PENNON_LOG_ENCODING: 'json',
      ...env,
    },
  });
  stopping.push(async () => {
    reader.kill('SIGKILL');
    await reader.ended;
  });
  await reader.wrote(/"L":"WARN".*"reason":"[^"]+".*"M":"waiting for the database"/);
  return reader;
}

/** Brings the schema up to date, and nothing else. */
async function migrate(): Promise<void> {
  const { directory, url } = database;
  const command = new ServerProcess({
    app: 'pennon',
    args: ['migrate'],
    directory,
    env: { PENNON_DB_URL: url },
  });
  expect(await command.ended).toBe(0);
}

describe('a reader without a schema to read', () => {
  test('waits, makes nothing, and goes on when a writer has made it', async () => {
    const doors = await fixedDoors();
    const reader = await startWaiting(doors.env);
    expect(readdirSync(database.directory)).toEqual([]);
    await expectWaiting(doors, /NOT_SERVING: waiting for the database: see the log$/);
    await start('writer');
    const [, url = ''] = await reader.wrote(/"url":"([^"]+)"/);
    expect((await apiAt(url).send({ path: '/health' })).status).toBe(200);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with exit code 0 while it waits: %s', async (signal) => {
    const reader = await startWaiting();
    reader.kill(signal);
    expect(await reader.ended).toBe(0);
    expect(reader.stderr).toBe('');
  });
});

describe('a reader on a database of its own', () => {
  beforeEach(migrate);

  test('writes nothing: no first token, no lock to clean up under', async () => {
    const reader = await start('reader', authEnv);
    expect((await apiAt(reader.url).send({ path: '/health' })).status).toBe(200);
    expect(await reader.stop()).toBe(0);
    for (const table of ['authentications', 'operation_lock', 'login_states'])
      expect(await queryDatabase(database.url, `SELECT * FROM ${table}`)).toEqual([]);
    // The same settings have a writer make the token.
    const writer = await start('writer', authEnv);
    expect(await writer.stop()).toBe(0);
    expect(await queryDatabase(database.url, 'SELECT * FROM authentications')).toHaveLength(1);
  });

  // What the server of a database lets a reader do is its own affair.
  (isSqlite && process.platform === 'linux' ? test : test.skip)(
    'has the SQLite file open for reading only',
    async () => {
      expect(accessModes((await start('reader')).pid)).toEqual([READ_ONLY]);
      expect(accessModes((await start('writer')).pid)).toContain(READ_WRITE);
    },
  );

  test('stops in good order: health turns away first, and evaluation is answered to the end', async () => {
    const reader = await start('reader', { PENNON_SERVER_DRAIN_DELAY: '1s' });
    const api = apiAt(reader.url);
    const exitCode = reader.stop();
    let health = await api.send({ path: '/health' });
    while (health.status === 200) health = await api.send({ path: '/health' });
    expect(outcomeOf(health)).toEqual(unavailable('the service is NOT_SERVING'));
    const batch = await api.send(jsonRequest('POST', '/evaluate/v1/batch', { requests: [] }));
    expect(batch.status).toBe(200);
    expect(await exitCode).toBe(0);
    expect(reader.output()).not.toMatch(/"L":"(WARN|ERROR)"/);
  });
});

/** The last digit of the flags of an open file. Source: open(2), proc(5). */
const READ_ONLY = '0';
const READ_WRITE = '2';

/** How a process has opened the database file, once for each way. */
function accessModes(pid: number): readonly string[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`).filter((descriptor) =>
    readlinkSync(`/proc/${pid}/fd/${descriptor}`).endsWith('/pennon.db'),
  );
  const modes = descriptors.map((descriptor) => {
    const flags = /^flags:\s+\d*(\d)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'));
    return flags?.[1] ?? '';
  });
  return [...new Set(modes)];
}
