import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFliptDatabase } from '../../../apps/cli/src/flipt/flipt-database';
import { testDialect } from '../../support/database-server';
import { createTestDatabase } from '../../support/test-database';
import { openTemporaryDatabase } from '../../support/temporary-database';
import { createFliptDatabase, type StoredFlipt } from './support/flipt-database';
import { fliptDialect, schemaVersions } from './support/flipt-tables';

/** What is said when a database is opened. */
async function refusalOf(url: string): Promise<string> {
  return openFliptDatabase(url).then(
    async (flipt) => {
      await flipt.close();
      return 'none';
    },
    (error: unknown) => String(error),
  );
}

describe('a database is refused, and the reason told, that', () => {
  let stored: StoredFlipt;

  beforeEach(async () => {
    stored = await createFliptDatabase();
  });
  afterEach(async () => {
    await stored.remove();
  });

  it('is empty', async () => {
    const database = await createTestDatabase();
    if (testDialect === 'sqlite') writeFileSync(join(database.directory, 'pennon.db'), '');
    expect(await refusalOf(database.url)).toMatch(/^InvalidArgumentError: the database \S+ is empty$/);
    await database.remove();
  });

  it('is one of Pennon', async () => {
    const database = await openTemporaryDatabase();
    expect(await refusalOf(database.url)).toMatch(
      /^InvalidArgumentError: the database \S+ is one of Pennon, not of Flipt$/,
    );
    await database.remove();
  });

  it.each([
    ['has no flags', 'DROP TABLE "flags"', 'it has no table flags'],
    ['has no number of its schema', 'DROP TABLE "schema_migrations"', 'it has no table schema_migrations'],
    [
      'has other tables by these names',
      'ALTER TABLE "rollouts" DROP COLUMN "type"',
      'it has no column type in the table rollouts',
    ],
    [
      'does not say which segments rules look at',
      'DROP TABLE "rule_segments"',
      'it does not say which segments rules look at',
    ],
  ])('%s', async (_, sql, reason) => {
    await stored.execute(sql);
    expect(await refusalOf(stored.url)).toMatch(
      new RegExp(`^InvalidArgumentError: the database \\S+ is not one of Flipt v1: ${reason}$`),
    );
  });

  it('has a newer schema than is known', async () => {
    const known = schemaVersions.present[fliptDialect];
    await stored.execute(`UPDATE "schema_migrations" SET "version" = ${known + 1}`);
    expect(await refusalOf(stored.url)).toContain(
      `has schema ${known + 1} of Flipt, and ${known} is the newest that is known; export the flags to a file with Flipt`,
    );
  });

  it('has a migration that failed halfway', async () => {
    await stored.execute(
      `UPDATE "schema_migrations" SET "dirty" = ${testDialect === 'postgres' ? 'true' : '1'}`,
    );
    expect(await refusalOf(stored.url)).toContain('is marked dirty: migration');
  });

  it('does not say which schema it has', async () => {
    await stored.execute('DELETE FROM "schema_migrations"');
    expect(await refusalOf(stored.url)).toMatch(/does not say which schema of Flipt it has$/);
  });
});

describe('what is no database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-test-'));

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  it('is a file that is not there, and it is not made', async () => {
    const file = join(directory, 'missing.db');
    expect(await refusalOf(`file:${file}`)).toBe(`InvalidArgumentError: there is no file ${file}`);
    expect(await refusalOf(`file:${file}`)).toBe(`InvalidArgumentError: there is no file ${file}`);
  });

  it('is a file of something else', async () => {
    const file = join(directory, 'notes.txt');
    writeFileSync(file, 'Remember the milk.'.repeat(100));
    expect(await refusalOf(`file:${file}`)).toBe(
      `UnavailableError: the database ${file} cannot be read: SQLITE_NOTADB: file is not a database`,
    );
  });

  it('is a server where nobody answers; the password is not told', async () => {
    const refusal = await refusalOf('postgres://somebody:hush-hush@127.0.0.1:1/flipt');
    expect(refusal).toContain(
      'UnavailableError: the database postgres://127.0.0.1:1/flipt cannot be reached: ',
    );
    expect(refusal).not.toContain('hush');
    const other = await refusalOf('mysql://somebody:hush-hush@127.0.0.1:1/flipt');
    expect(other).toContain('UnavailableError: the database mysql://127.0.0.1:1/flipt cannot be reached: ');
    expect(other).not.toContain('hush');
  });

  it.each([
    ['https://hush.turso.io?authToken=hush', 'https is libSQL, which Pennon does not speak'],
    ['hush', 'use file:<path>, postgres://, mysql:// or cockroachdb://'],
    ['postgres://hush:hush@one,two/flipt', 'names several hosts'],
    ['file:', 'names no file'],
  ])('is what the URL %s names; the URL is not told', async (url, reason) => {
    const refusal = await refusalOf(url);
    expect(refusal).toContain(`InvalidArgumentError: the URL of the Flipt database: ${reason}`);
    expect(refusal).not.toContain('hush');
  });
});
