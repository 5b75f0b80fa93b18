import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/free-port';
import { apiAt, jsonRequest, type Api } from '../../support/http';
import { ServerProcess, type Ending } from '../../support/server-process';
import { workersOf } from '../../support/worker-processes';

jest.setTimeout(120_000);

let directory: string;
let logs: string;
let log: string;
let server: ServerProcess;
let api: Api;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-signals-'));
  logs = join(directory, 'logs');
  mkdirSync(logs);
  log = join(logs, 'app.log');
});

afterEach(async () => {
  server.kill('SIGKILL');
  await server.ended;
  rmSync(directory, { recursive: true });
});

/** Starts a writer, which may log to a file, and so say nowhere else where it listens. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const port = await freePort();
  api = apiAt(`http://127.0.0.1:${port}`);
  server = new ServerProcess({
    directory,
    env: {
      PENNON_DB_URL: 'file:pennon.db',
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: `${port}`,
      PENNON_SERVER_GRPC_PORT: '0',
      PENNON_LOG_ENCODING: 'json',
      ...env,
    },
  });
  await eventually(isServing);
}

async function isServing(): Promise<void> {
  expect((await api.send({ path: '/health' })).status).toBe(200);
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
  server.kill(signal);
  return server.ended;
}

/** Has a line written that holds the key, by each worker that answers. */
async function logFlag(key: string): Promise<void> {
  const path = '/api/v1/namespaces/default/flags';
  const answer = await api.send(jsonRequest('POST', path, { key, name: key }));
  expect(answer.status).toBe(200);
  await api.send({ path: `${path}/${key}` });
}

/** Waits until a file holds a text: the line of a request may be written after its answer. */
async function eventuallyHolds(file: string, text: string): Promise<void> {
  await eventually(() => {
    expect(readFileSync(file, 'utf8')).toContain(text);
    return Promise.resolve();
  });
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

test('signals that do not ask it to stop leave a server running', async () => {
  await start();
  for (const signal of ['SIGHUP', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGIO', 'SIGPIPE'] as const) {
    process.kill(server.pid, signal);
    await isServing();
  }
  expect(await stop()).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGPWR', 'SIGXCPU'] as const)(
  '%s stops a server in good order',
  async (signal) => {
    await start();
    expect(await stop(signal)).toBe(0);
    expect(server.stdout).toContain('"stopped"');
  },
);

test.each(['json', 'console'])(
  'after the log file (%s) was renamed, SIGHUP has the next lines written to a new file of its name',
  async (encoding) => {
    const env = { PENNON_LOG_FILE: log, PENNON_LOG_ENCODING: encoding };
    await start(env);
    await logFlag('before');
    renameSync(log, `${log}.1`);
    await logFlag('meanwhile');
    await eventuallyHolds(`${log}.1`, 'meanwhile');
    process.kill(server.pid, 'SIGHUP');
    await eventually(async () => {
      await logFlag(`after-${Math.random().toString(36).slice(2)}`);
      expect(readFileSync(log, 'utf8')).toContain('after-');
    });
    expect(readFileSync(`${log}.1`, 'utf8')).toMatch(/before[^]*meanwhile/);
    expect(await stop()).toBe(0);
    expect(readFileSync(log, 'utf8')).toContain('stopped');
    expect([modeOf(log), modeOf(`${log}.1`)]).toEqual([0o600, 0o600]);
  },
);

test('the workers of an instance follow SIGHUP to its primary, and go on with what they do', async () => {
  await start({ PENNON_LOG_FILE: log, PENNON_SERVER_WORKERS: '2' });
  const workers = workersOf(server.pid);
  renameSync(log, `${log}.1`);
  process.kill(server.pid, 'SIGHUP');
  await eventually(async () => {
    // Every worker evaluates, and logs what fails.
    await api.send(jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'none', entityId: 'me' }));
    const lines = readFileSync(log, 'utf8');
    expect([1, 2].filter((worker) => lines.includes(`"worker":${worker}`))).toEqual([1, 2]);
  });
  expect(workersOf(server.pid)).toEqual(workers);
  expect(await stop()).toBe(0);
});

test('a log file that is there already is for its owner alone', async () => {
  writeFileSync(log, 'older lines\n', { mode: 0o644 });
  await start({ PENNON_LOG_FILE: log });
  expect([modeOf(log), readFileSync(log, 'utf8').split('\n')[0]]).toEqual([0o600, 'older lines']);
});

test('a log file that cannot be opened again is reported, and the server goes on with the one it has', async () => {
  await start({ PENNON_LOG_FILE: log });
  // A file is in the way of the directory.
  renameSync(logs, `${logs}-moved`);
  writeFileSync(logs, '');
  process.kill(server.pid, 'SIGHUP');
  await eventually(async () => {
    await isServing();
    expect(server.stderr).toContain(`pennon: the log file ${log} cannot be written: `);
  });
  await logFlag('still-here');
  await eventuallyHolds(join(`${logs}-moved`, 'app.log'), 'still-here');
});

test.each(['json', 'console'])('a disk without room for the log (%s) ends no server', async (encoding) => {
  await start({ PENNON_LOG_FILE: '/dev/full', PENNON_LOG_ENCODING: encoding });
  for (let turn = 0; turn < 5; turn++) await logFlag(`flag-${turn}`);
  const complaint = 'pennon: the log file /dev/full cannot be written: ENOSPC';
  // One for each of the two streams of a process: before and after the app has its own.
  expect(server.stderr.split(complaint).length - 1).toBeLessThanOrEqual(2);
  expect(server.stderr).toContain(complaint);
  expect(await stop()).toBe(0);
});
