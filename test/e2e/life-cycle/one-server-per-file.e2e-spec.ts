import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authEnv } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { apiAt } from '../../support/http';
import { runPennon } from '../../support/run-pennon';
import { runServer, type Remains } from '../../support/run-server';
import { startServer, type ServerOptions, type TestServer } from '../../support/server';
import { type TierName } from '../../support/server-process';
import { SmallDisk } from '../../support/small-disk';
import { workersOf } from '../../support/worker-processes';

jest.setTimeout(120_000);

let home: string;
let data: string;
let file: string;
const servers: TestServer[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pennon-file-'));
  data = join(home, 'data');
  mkdirSync(data);
  file = join(data, 'pennon.db');
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(home, { recursive: true });
});

async function start(path = file, options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer({
    directory: home,
    ...options,
    env: { PENNON_DB_URL: `file:${path}`, ...options.env },
  });
  servers.push(server);
  return server;
}

/** Starts a server that has to end by itself. */
async function startAnother(
  path = file,
  env: Readonly<Record<string, string>> = {},
  app: TierName = 'writer',
): Promise<Remains> {
  return runServer({
    app,
    directory: home,
    env: {
      PENNON_DB_URL: `file:${path}`,
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
      ...env,
    },
  });
}

test('a second server on a SQLite file does not start, and names the process that has it', async () => {
  const first = await start();
  const { exitCode, stderr } = await startAnother();
  expect([exitCode, stderr]).toEqual([
    1,
    `pennon: the database ${file} is in use by process ${first.pid}; a SQLite file has one server, so stop one of ` +
      'them, or use a database server\n',
  ]);
  expect((await apiAt(first.url).send({ path: '/health' })).status).toBe(200);
});

test('links to the file and to its directory do not hide that it is in use', async () => {
  symlinkSync(data, join(home, 'linked-directory'));
  symlinkSync(file, join(home, 'linked.db'));
  // The link is there before the file that it leads to.
  const first = await start(join(home, 'linked.db'));
  for (const path of [file, join(home, 'linked-directory/pennon.db'), 'data/../data/pennon.db']) {
    expect((await startAnother(path)).stderr).toContain(`is in use by process ${first.pid};`);
  }
});

test('a hard link to the file hides nothing: both names are refused', async () => {
  const first = await start();
  const other = join(home, 'other.db');
  linkSync(file, other);
  for (const path of [other, file]) {
    const { exitCode, stderr } = await startAnother(path);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`the database ${path} has 2 names`)]);
  }
  expect((await apiAt(first.url).send({ path: '/health' })).status).toBe(200);
});

/** The only reason is that this user may not mount. */
const testWithMounts = SmallDisk.isPossible ? test : test.skip;

testWithMounts('a mount of the file alone is refused to servers and commands', async () => {
  await start();
  const mounted = join(home, 'mounted.db');
  writeFileSync(mounted, '');
  execFileSync('mount', ['--bind', file, mounted]);
  try {
    const refusal = `the database ${mounted} is a mount of the single file ${file}`;
    for (const app of ['writer', 'reader'] as const) {
      const { exitCode, stderr } = await startAnother(mounted, {}, app);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(refusal)]);
    }
    const env = { PENNON_DB_URL: `file:${mounted}` };
    expect((await runPennon(['export'], { directory: home, env })).stderr).toContain(refusal);
  } finally {
    execFileSync('umount', [mounted]);
  }
});

test('a server that was killed leaves nothing that keeps the next one from starting', async () => {
  const first = await start();
  await first.stop('SIGKILL');
  const second = await start();
  expect((await startAnother()).stderr).toContain(`is in use by process ${second.pid};`);
});

test('the workers of an instance are one server, which keeps the file when its leader is replaced', async () => {
  const first = await start(file, { env: { PENNON_SERVER_WORKERS: '2' } });
  const [leader = 0] = workersOf(first.pid);
  const refusal = `is in use by process ${leader}, a worker of process ${first.pid};`;
  const { exitCode, stderr } = await startAnother(file, { PENNON_SERVER_WORKERS: '2' });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(refusal)]);
  process.kill(leader, 'SIGKILL');
  await eventually(async () => {
    expect(first.output()).toContain('a worker has been replaced');
    return Promise.resolve();
  });
  expect((await startAnother()).stderr).toContain(`, a worker of process ${first.pid};`);
});

test('commands and readers work on the file beside its server', async () => {
  await start(file, { env: authEnv });
  const env = { PENNON_DB_URL: `file:${file}`, ...authEnv };
  const command = async (args: readonly string[], input = ''): Promise<Remains> =>
    runPennon(args, { directory: home, env, input });
  const document = 'version: "1.4"\nnamespace: default\nflags:\n  - key: hello\n    name: Hello\n';
  expect((await command(['import', '-'], document)).exitCode).toBe(0);
  expect((await command(['export'])).stdout).toContain('key: hello');
  expect((await command(['token', 'create', '--name', 'ci'])).exitCode).toBe(0);
  expect((await command(['migrate', '--status'])).exitCode).toBe(0);
  const reader = await start(file, { tier: 'reader', env: authEnv });
  expect((await apiAt(reader.url).send({ path: '/health' })).status).toBe(200);
});

test('a second reader on a directory of snapshots does not start, and names the process that has it', async () => {
  await start();
  const env = { PENNON_SNAPSHOT_DIRECTORY: join(home, 'snapshots') };
  const first = await start(file, { tier: 'reader', env });
  const { exitCode, stderr } = await startAnother(file, env, 'reader');
  expect([exitCode, stderr]).toEqual([
    1,
    `pennon: the directory ${join(home, 'snapshots')} of snapshots is in use by process ${first.pid}; every reader ` +
      'needs a snapshot.directory of its own\n',
  ]);
});

test.each([0o000, 0o022])(
  'with the umask %o, the file and all that lies beside it is for its owner alone',
  async (mask) => {
    // A process that is started has the umask of the one that starts it.
    const before = process.umask(mask);
    await start().finally(() => process.umask(before));
    const modes = ['', '-wal', '-shm', '.lock', '.reserve'].map(
      (suffix) => statSync(file + suffix).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600]);
  },
);
