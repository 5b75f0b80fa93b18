import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { backUpTo, textOf } from '../../support/backup/backup-file';
import { fillDatabase } from '../../support/backup/full-database';
import { eventually } from '../../support/eventually';
import { apiAt, jsonOf, jsonRequest } from '../../support/http';
import { runPennon, startPennon } from '../../support/run-pennon';
import { type Remains } from '../../support/run-server';
import { startServer, type TestServer } from '../../support/server';
import { SmallDisk } from '../../support/small-disk';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/temporary-database';

jest.setTimeout(180_000);

let directory: string;
let source: TemporaryDatabase;

beforeAll(async () => {
  source = await openTemporaryDatabase();
  await fillDatabase(source.database);
});

afterAll(async () => {
  await source.remove();
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-backup-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Runs the command on a database of that URL. */
async function pennon(url: string, ...args: readonly string[]): Promise<Remains> {
  return runPennon(args, { directory, env: { PENNON_DB_URL: url } });
}

const inDirectory = (name: string): string => join(directory, name);

test('a backup is a file for its owner alone, which another one does not replace unless asked', async () => {
  const made = await pennon(source.url, 'backup', 'all.gz');
  expect(made).toMatchObject({ exitCode: 0, stdout: '' });
  expect(made.stderr).toMatch(
    /^pennon: backed up 4 namespaces, \d+ flags and \d+ revisions \(\d+ rows\) to all\.gz\n$/,
  );
  expect(statSync(inDirectory('all.gz')).mode & 0o777).toBe(0o600);

  writeFileSync(inDirectory('all.gz'), 'kept');
  chmodSync(inDirectory('all.gz'), 0o644);
  const again = await pennon(source.url, 'backup', 'all.gz');
  expect(again).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: the file all.gz exists; name another one, or replace it with --overwrite\n',
  });
  expect(readFileSync(inDirectory('all.gz'), 'utf8')).toBe('kept');

  expect(await pennon(source.url, 'backup', '--overwrite', 'all.gz')).toMatchObject({ exitCode: 0 });
  expect(statSync(inDirectory('all.gz')).mode & 0o777).toBe(0o600);
  expect(textOf(inDirectory('all.gz'))).toContain('"format":"pennon-backup"');
  expect(readdirSync(directory)).toEqual(['all.gz']);
});

test('of two backups to one new name, one is refused', async () => {
  const ended = await Promise.all([1, 2].map(async () => pennon(source.url, 'backup', 'all.gz')));
  expect(ended.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
  expect(ended.find(({ exitCode }) => exitCode === 1)?.stderr).toMatch(
    /^pennon: (cannot write \S*all\.gz: another process has just made it|the file all\.gz exists); name another /,
  );
  expect(readdirSync(directory)).toEqual(['all.gz']);
  expect(textOf(inDirectory('all.gz'))).toContain('"format":"pennon-backup"');
});

test.each(['', '-wal', '-shm'])(
  'a backup does not replace pennon.db%s of the database that it is of',
  async (suffix) => {
    const own = new URL(source.url).pathname + suffix;
    const before = readFileSync(own);
    const refused = await pennon(source.url, 'backup', '--overwrite', own);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^pennon: the file [^\n]* belongs to the database [^\n]*; name another one\n$/),
    ]);
    expect(readFileSync(own).equals(before)).toBe(true);
  },
);

test('a link that leads nowhere is not replaced', async () => {
  symlinkSync('nowhere', inDirectory('all.gz'));
  expect(await pennon(source.url, 'backup', 'all.gz')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('the file all.gz exists') as string,
  });
});

test('a backup does not wait for the other end of a pipe', async () => {
  execFileSync('mkfifo', [inDirectory('pipe')]);
  expect(await pennon(source.url, 'backup', 'pipe')).toMatchObject({
    exitCode: 1,
    stderr: 'pennon: pipe is a pipe; name a file\n',
  });
});

test('a restore leaves what is no file as it is', async () => {
  await backUpTo(inDirectory('all.gz'), source.config().db);
  for (const args of [['--dry-run'], []]) {
    const refused = await pennon(`file:${directory}`, 'restore', ...args, 'all.gz');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/is no regular file; name another one in db\.url\n$/) as string,
    });
  }
  expect(statSync(directory).isDirectory()).toBe(true);
});

test('a restore makes no directories, which would hide a misspelt path', async () => {
  await backUpTo(inDirectory('all.gz'), source.config().db);
  for (const args of [['--dry-run'], []]) {
    const refused = await pennon(`file:${inDirectory('new/p.db')}`, 'restore', ...args, 'all.gz');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^pennon: the directory \S+new of the database does not exist; create it, or name another file in db\.url\n$/,
    );
  }
  expect(readdirSync(directory)).toEqual(['all.gz']);
});

test('what would be restored is said, and restored', async () => {
  await backUpTo(inDirectory('all.gz'), source.config().db);
  const target = `file:${inDirectory('p.db')}`;
  const contents = String.raw`4 namespaces, \d+ flags and \d+ revisions \(\d+ rows\) into \S+p\.db`;
  const origin = String.raw`from a backup of Pennon 0\.1\.0, 2026-12-01T00:00:00\.000Z`;
  const dry = await pennon(target, 'restore', '--dry-run', 'all.gz');
  expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
  expect(dry.stdout).toMatch(new RegExp(`^would restore ${contents}\n${origin}\n$`));
  expect(readdirSync(directory)).toEqual(['all.gz']);
  const done = await pennon(target, 'restore', 'all.gz');
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect(done.stdout).toMatch(new RegExp(`^restored ${contents}\n${origin}\n$`));
  const again = await pennon(target, 'restore', 'all.gz');
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toMatch(/^pennon: the database \S+ is not empty: .+\n$/);
});

test.each([
  [['restore', 'none.gz'], 'cannot read none.gz: no such file or directory'],
  [
    ['restore', '/dev/null'],
    '/dev/null is not a regular file; a backup is read twice, so write it to a file first',
  ],
  [['restore', 'text.gz'], 'text.gz is not a backup of Pennon; name a file that `pennon backup` has written'],
  [['backup', '-'], '- is not the name of a file here: name one, or write ./- for a file of that name'],
  [['restore', '-'], '- is not the name of a file here: name one, or write ./- for a file of that name'],
  [['backup', 'none/all.gz'], 'cannot write none/all.gz: no such file or directory'],
] as const)('%j is refused by a sentence', async (args, message) => {
  writeFileSync(inDirectory('text.gz'), 'text');
  const url = args[0] === 'backup' ? source.url : `file:${inDirectory('p.db')}`;
  const refused = await pennon(url, ...args);
  expect(refused).toEqual({ exitCode: 1, stdout: '', stderr: `pennon: ${message}\n` });
  expect(readdirSync(directory)).toEqual(['text.gz']);
});

test('settings that forbid changes forbid a restore', async () => {
  await backUpTo(inDirectory('all.gz'), source.config().db);
  const env = { PENNON_DB_URL: `file:${inDirectory('p.db')}`, PENNON_STORAGE_READ_ONLY: 'true' };
  const refused = await runPennon(['restore', 'all.gz'], { directory, env });
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('storage.read_only is on');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a restore that is ended by %s leaves the target as it was', async (signal, code) => {
  await backUpTo(inDirectory('all.gz'), source.config().db);
  const env = { PENNON_DB_URL: `file:${inDirectory('p.db')}` };
  const child = startPennon(['restore', 'all.gz'], { directory, env });
  await eventually(async () => {
    expect(readdirSync(directory)).toContain('p.db.restoring');
    return Promise.resolve();
  });
  child.kill(signal);
  const [ended] = (await once(child, 'close')) as [number];
  // It may have been done before the signal came.
  expect([0, code]).toContain(ended);
  const left = readdirSync(directory).filter((name) => name !== 'p.db.lock');
  expect(left).toEqual(ended === 0 ? ['all.gz', 'p.db'] : ['all.gz']);
});

test('a backup that is interrupted leaves nothing', async () => {
  const child = startPennon(['backup', 'all.gz'], { directory, env: { PENNON_DB_URL: source.url } });
  await eventually(async () => {
    expect(readdirSync(directory)).toHaveLength(1);
    return Promise.resolve();
  });
  child.kill('SIGINT');
  const [ended] = (await once(child, 'close')) as [number];
  expect([0, 130]).toContain(ended);
  expect(readdirSync(directory)).toEqual(ended === 0 ? ['all.gz'] : []);
});

test('a server on the restored database evaluates, knows tokens, and has another history', async () => {
  const env = { ...authEnv, PENNON_FRESHNESS_HEADERS: 'true' };
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'switch', entityId: 'someone' });
  const seenAt = async (server: TestServer): Promise<object> => {
    const { status, headers, body } = await bearing(apiAt(server.url), token).send(question);
    const { 'x-pennon-revision': revision, 'x-pennon-revision-mark': mark } = headers;
    const { enabled } = JSON.parse(body.toString()) as { readonly enabled: boolean };
    return { status, revision, mark, enabled };
  };
  const first = await startServer({ env });
  const api = bearing(apiAt(first.url), BOOTSTRAP_TOKEN);
  const flag = { key: 'switch', name: 'Switch', type: 'BOOLEAN_FLAG_TYPE', enabled: true };
  await api.send(jsonRequest('POST', '/api/v1/namespaces/default/flags', flag));
  const issued = await api.send(jsonRequest('POST', '/auth/v1/method/token', { name: 'client' }));
  const { clientToken: token } = jsonOf(issued) as { readonly clientToken: string };
  const before = (await seenAt(first)) as { readonly mark: string };
  expect(await pennon(first.databaseUrl, 'backup', 'all.gz')).toMatchObject({ exitCode: 0 });
  await first.stop();

  const home = mkdtempSync(join(tmpdir(), 'pennon-restored-'));
  expect(await pennon(`file:${join(home, 'pennon.db')}`, 'restore', 'all.gz')).toMatchObject({ exitCode: 0 });
  const second = await startServer({ env, directory: home });
  const after = (await seenAt(second)) as { readonly mark: string };
  expect({ ...after, mark: '' }).toEqual({ ...before, status: 200, enabled: true, mark: '' });
  expect(after.mark).not.toBe(before.mark);
  await second.stop();
  rmSync(home, { recursive: true });
});

const describeWithDisk = SmallDisk.isPossible ? describe : describe.skip;

describeWithDisk('on a disk that fills (skipped where this user may not mount one)', () => {
  let disk: SmallDisk;

  beforeEach(() => {
    disk = SmallDisk.mount('300k');
  });

  afterEach(() => {
    disk.unmount();
  });

  test('a backup says so, and leaves the file that was there', async () => {
    const file = join(disk.directory, 'all.gz');
    writeFileSync(file, 'as it was');
    disk.fill();
    const refused = await pennon(source.url, 'backup', '--overwrite', file);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `pennon: cannot write ${file}: no space is left on the disk\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('as it was');
    expect(readdirSync(disk.directory).toSorted()).toEqual(['all.gz', 'ballast']);
  });

  test('a restore says that the disk is read-only, also on a dry run', async () => {
    await backUpTo(inDirectory('all.gz'), source.config().db);
    execFileSync('mount', ['-o', 'remount,ro', disk.directory]);
    for (const args of [['--dry-run'], []]) {
      const target = `file:${join(disk.directory, 'p.db')}`;
      expect(await pennon(target, 'restore', ...args, inDirectory('all.gz'))).toMatchObject({
        exitCode: 1,
        stderr: `pennon: the directory ${realpathSync(disk.directory)} of the database cannot be written (EROFS); allow that, or name another file in db.url\n`,
      });
    }
  });

  test('a restore says so, and leaves the target as it was', async () => {
    await backUpTo(inDirectory('all.gz'), source.config().db);
    const refused = await pennon(`file:${join(disk.directory, 'p.db')}`, 'restore', inDirectory('all.gz'));
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^pennon: the disk of the database is full: .+\n$/);
    expect(readdirSync(disk.directory)).toEqual(['p.db.lock']);
  });
});
