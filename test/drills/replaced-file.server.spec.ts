import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BOOTSTRAP_TOKEN } from '../support/auth-server';
import { eventually } from '../support/eventually';
import { jsonOf } from '../support/http';
import { queryFile } from '../support/query-file';
import { runPennon } from '../support/run-pennon';
import { EvaluationLoad } from './support/evaluation-load';
import { FlagWriters, WRITTEN } from './support/flag-writers';
import { KnownFlags } from './support/known-flags';
import { startTier, stopInGoodOrder, type DrilledServer } from './support/tiers';

const execute = promisify(execFile);

const FLAGS = 1500;
const FLAGS_PATH = '/api/v1/namespaces/default/flags';
const ROUNDS = 10;

/** How many writes are acknowledged before the file is replaced, and how long is written after it, in milliseconds. */
const WRITES = 10;
const AFTER_MS = 1500;

/** What becomes of the file of a running server, as a person or a script does it, and what is said of it. */
const mishaps = [
  { name: 'mv', command: 'mv copy.db pennon.db', message: 'was replaced by another file' },
  { name: 'cp', command: 'cp copy.db pennon.db', message: 'was overwritten by another program' },
  { name: 'rm', command: 'rm pennon.db', message: 'was deleted or moved' },
  { name: 'truncate', command: 'truncate --size=0 pennon.db', message: 'was overwritten by another program' },
  {
    name: 'dd',
    command: 'dd if=/dev/urandom of=pennon.db bs=4096 count=200 conv=notrunc status=none',
    message: 'was overwritten by another program',
  },
] as const;

jest.setTimeout(120_000);

let template: string;
/** Of the flags in the template, whose right answers are known. */
let flags: KnownFlags;
let directory: string;

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'pennon-replaced-'));
  const document = {
    flags: Array.from({ length: FLAGS }, (_, index) => ({ key: `flag-${index}`, name: 'A flag' })),
  };
  const env = { PENNON_DB_URL: `file:${join(template, 'pennon.db')}` };
  const imported = await runPennon(['import', '-'], {
    directory: template,
    env,
    input: JSON.stringify(document),
  });
  expect(imported).toMatchObject({ exitCode: 0 });
  const writer = await startTier('writer', env);
  flags = await KnownFlags.create(writer.api);
  await stopInGoodOrder(writer.server);
});

afterAll(() => {
  rmSync(template, { recursive: true });
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-replaced-'));
  for (const name of ['pennon.db', 'copy.db', 'kept.db'])
    copyFileSync(join(template, 'pennon.db'), join(directory, name));
});

afterEach(async () => {
  // A test that failed leaves them behind.
  for (const { server } of started.splice(0)) await server.stop('SIGKILL');
  rmSync(directory, { recursive: true });
});

const started: DrilledServer[] = [];

async function start(tier: 'writer' | 'reader'): Promise<DrilledServer> {
  const server = await startTier(tier, env());
  started.push(server);
  return server;
}

const env = (): Readonly<Record<string, string>> => ({
  PENNON_DB_URL: `file:${join(directory, 'pennon.db')}`,
});

/** The errors that a server logged of its database file. */
function alarms({ server }: DrilledServer): readonly string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('the database file') && line.includes('see docs/backup.md'));
}

const rounds = mishaps.flatMap((mishap) =>
  Array.from({ length: ROUNDS }, (_, index) => ({ ...mishap, round: index + 1 })),
);

it.each(rounds)('$name of the file under a running server, round $round', async ({ command, message }) => {
  const writer = await start('writer');
  const reader = await start('reader');
  // The token is known to both from now on.
  for (const { api } of [writer, reader]) await flags.countAt(api);
  const loads = [writer, reader].map(
    ({ server: { url } }) => new EvaluationLoad(flags, { url, token: BOOTSTRAP_TOKEN, connections: 1 }),
  );
  const load = new FlagWriters(writer.api);
  await eventually(async () => {
    expect(load.acknowledged).toBeGreaterThanOrEqual(WRITES);
    return Promise.resolve();
  });
  await execute('sh', ['-c', command], { cwd: directory });
  const replacedAt = performance.now();
  await delay(AFTER_MS);
  const writes = await load.stop();
  const list = await writer.api.send({ path: FLAGS_PATH });
  const health = await writer.api.send({ path: '/health/ready' });

  // Evaluation never failed, and never showed anything else than what was there.
  for (const evaluations of loads) expect(await evaluations.stop()).toEqual([]);

  // No write that was sent after the replacement is acknowledged, nor anything read.
  const later = writes.filter(({ sentAt }) => sentAt > replacedAt);
  expect(later).not.toEqual([]);
  expect(later.map(({ answer }) => answer?.status)).toEqual(later.map(() => 503));
  for (const { answer } of later) expect(String(answer?.body)).toContain(message);
  expect(list.status).toBe(503);
  expect(health).toMatchObject({ status: 200 });
  expect(jsonOf(health)).toMatchObject({ parts: { writes: { state: 'down' } } });
  expect(new Set(writes.map(({ answer }) => answer?.status))).toEqual(new Set([200, 503]));

  // Both say so, once, with the file.
  for (const tier of [writer, reader])
    expect(alarms(tier)).toEqual([expect.stringContaining(`${join(directory, 'pennon.db')} ${message}`)]);

  // The remedy of the log line.
  for (const { server } of [reader, writer]) await stopInGoodOrder(server);
  for (const suffix of ['-wal', '-shm']) rmSync(join(directory, `pennon.db${suffix}`), { force: true });
  if (existsSync(join(directory, 'pennon.db'))) rmSync(join(directory, 'pennon.db'));
  copyFileSync(join(directory, 'kept.db'), join(directory, 'pennon.db'));
  const again = await start('writer');
  const restored = new FlagWriters(again.api);
  await delay(200);
  const acknowledged = (await restored.stop()).map(({ key, answer }) => {
    expect(answer?.status).toBe(200);
    return key;
  });
  await stopInGoodOrder(again.server);
  const file = join(directory, 'pennon.db');
  expect(await queryFile(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const keys = await queryFile<{ key: string }>(
    file,
    `SELECT "key" FROM flags WHERE "key" LIKE '${WRITTEN}%'`,
  );
  expect(keys.map(({ key }) => key).sort()).toEqual([...acknowledged].sort());
  const [count] = await queryFile<{ n: number }>(
    file,
    `SELECT count(*) AS n FROM flags WHERE "key" LIKE 'flag-%'`,
  );
  expect(count?.n).toBe(FLAGS);
});
