import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@pennon/storage';
import { runServer, type Remains } from '../../support/run-server';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../support/test-database';
import { configFor } from '../../support/temporary-database';

jest.setTimeout(60_000);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => database.remove());

async function migrate(...args: readonly string[]): Promise<Remains> {
  const { url, directory } = database;
  return runServer({ app: 'pennon', args: ['migrate', ...args], directory, env: { PENNON_DB_URL: url } });
}

/** What of a list is about features. */
const ofFeatures = /^(feature|would release|released) +\S/;

/** What the lines of a list of migrations are about, and that they all begin so. */
function namesAfter(word: string, { stdout }: Remains): readonly string[] {
  const lines = stdout.trimEnd().split('\n');
  return lines
    .filter((line) => !ofFeatures.test(line))
    .map((line) => {
      expect(line).toMatch(new RegExp(`^${word} +\\S+$`));
      return line.split(/ {2,}/)[1] ?? '';
    });
}

test('the names of the migrations are listed before and after, and each is run once', async () => {
  const before = await migrate('--status');
  expect([before.exitCode, before.stderr]).toEqual([2, '']);
  const names = namesAfter('pending', before);
  expect(names.length).toBeGreaterThan(3);

  const dryRun = await migrate('--dry-run');
  expect([dryRun.exitCode, dryRun.stderr]).toEqual([0, '']);
  expect(namesAfter('would run', dryRun)).toEqual(names);

  const run = await migrate();
  expect([run.exitCode, run.stderr]).toEqual([0, '']);
  expect(namesAfter('ran', run)).toEqual(names);
  const rows = await queryDatabase<{ name: string }>(database.url, 'SELECT name FROM schema_migrations');
  expect(rows.map(({ name }) => name)).toEqual(names);

  const after = await migrate('--status');
  expect([after.exitCode, after.stderr]).toEqual([0, '']);
  const forWhom = /^for +version 0\.1\.0 and newer ones; this is \S+\n/m;
  expect(after.stdout).toMatch(forWhom);
  expect(namesAfter('applied', { ...after, stdout: after.stdout.replace(forWhom, '') })).toEqual(names);

  for (const args of [[], ['--dry-run']]) {
    const again = await migrate(...args);
    expect([again.exitCode, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toMatch(/^the schema of \S+ is up to date\n$/);
  }
});

test('neither the status nor a dry run makes anything', async () => {
  await migrate('--status');
  await migrate('--dry-run');
  expect(readdirSync(database.directory)).toEqual([]);
  expect(namesAfter('pending', await migrate('--status')).length).toBeGreaterThan(3);
});

test('of two that run at the same time one migrates, and both succeed', async () => {
  const both = await Promise.all([migrate(), migrate()]);
  expect(both.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const rows = await queryDatabase<{ name: string }>(database.url, 'SELECT name FROM schema_migrations');
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test('a migration of a newer version is left alone, and named; a database that is for those only is refused', async () => {
  await migrate();
  const change = async (sql: string): Promise<void> => {
    const writer = await openDatabase(configFor(database.url).db, 'writer');
    await writer.write(async (manager) => {
      await manager.query(sql);
    });
    await writer.close();
  };
  await change(
    "INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')",
  );
  for (const args of [[], ['--dry-run'], ['--finish']]) {
    const { exitCode, stdout, stderr } = await migrate(...args);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/is up to date\n$/);
  }
  await change("UPDATE deployment SET min_version = '99.1.0'");
  for (const args of [[], ['--dry-run'], ['--finish']]) {
    const { exitCode, stdout, stderr } = await migrate(...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^pennon: [^\n]* is for version 99\.1\.0 of Pennon and newer ones[^\n]*\n$/);
  }
  const status = await migrate('--status');
  expect([status.exitCode, status.stderr]).toEqual([2, '']);
  expect(status.stdout).toMatch(/^newer +Later9999999999999$/m);
  expect(status.stdout).toMatch(/^for +version 99\.1\.0 and newer ones; this is \S+$/m);
});

test.each([['migrate'], ['export'], ['token', 'list'], ['serve']])(
  'a database that %s cannot open is named with the reason, without its password',
  async (...args) => {
    const env = { PENNON_DB_URL: 'postgres://me:recognisable@127.0.0.1:1/flags' };
    const { exitCode, stdout, stderr } = await runServer({ app: 'pennon', args, env });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^pennon: the database postgres:\/\/127\.0\.0\.1:1\/flags cannot be opened \(connect ECONNREFUSED 127\.0\.0\.1:1\)\n$/,
    );
    expect(stderr).not.toContain('recognisable');
  },
);

test('a database that cannot be opened is named, without its password', async () => {
  const file = join(database.directory, 'pennon.yml');
  writeFileSync(file, 'db: { url: "postgres://me:recognisable@127.0.0.1:1/flags" }');
  const remains = await runServer({ app: 'pennon', args: ['migrate', '--config', file] });
  expect([remains.exitCode, remains.stdout]).toEqual([1, '']);
  expect(remains.stderr).toMatch(/^pennon: [^\n]*postgres:\/\/127\.0\.0\.1:1\/flags[^\n]*\n$/);
  expect(remains.stderr).not.toContain('recognisable');
});
