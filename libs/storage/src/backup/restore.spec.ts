import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { SqliteDatabaseConfig } from '@pennon/config';
import {
  backUpTo,
  rowsOf,
  textOf,
  withoutIdentity,
  writeText,
} from '../../../../test/support/backup/backup-file';
import { isSqlite, speaksPostgres } from '../../../../test/support/database-server';
import { executeIn } from '../../../../test/support/query-file';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../../../test/support/test-database';
import {
  configFor,
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../test/support/temporary-database';
import { UnitOfWork } from '../unit-of-work';
import { commonOptions, migrations } from '../database/data-source-options';
import { type Database } from '../database/database';
import { FileLock } from '../embedded/file-lock';
import { restoreFile } from './restore-file';
import { runMigrationsOf } from '../database/run-migrations';
import { UNFINISHED_RESTORE } from '../database/schema-state';
import { driver } from '../embedded/sqlite-data-source';
import { migrate } from '../migration';
import { openDatabase } from '../open-database';
import { backUp } from './back-up';
import { BackupError } from './backup-error';
import { restore } from './restore';
import { aFlag } from '@pennon/testing';

jest.setTimeout(120_000);

let directory: string;
let source: TemporaryDatabase;
let target: TestDatabase;
let backup: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-restore-'));
  backup = join(directory, 'backup.gz');
  source = await openTemporaryDatabase();
  await source.unitOfWork.change('default', async ({ segments }) => {
    await segments.createAll([
      {
        ...{ namespaceKey: 'default', key: 'all', name: 'All', description: '', matchType: 'all' },
        ...{ createdAt: 1, updatedAt: 1 },
      },
    ]);
  });
  await backUpTo(backup, source.config().db);
});

afterAll(async () => {
  await source.remove();
  rmSync(directory, { recursive: true });
});

beforeEach(async () => {
  target = await createTestDatabase();
});

afterEach(async () => {
  await target.remove();
});

/** Names of the tables of the target. */
async function tables(): Promise<readonly string[]> {
  if (isSqlite && !existsSync(fileOf(target))) return [];
  const sql = isSqlite
    ? `SELECT name FROM sqlite_master WHERE type = 'table'`
    : `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = ${target.url.startsWith('mysql') ? 'DATABASE()' : 'current_schema()'}`;
  const rows = await queryDatabase<{ readonly name: string }>(target.url, sql);
  // Whoever migrates takes turns by this table, and leaves it.
  return rows.map(({ name }) => name).filter((name) => name !== 'schema_lock');
}

function fileOf({ url }: Pick<TestDatabase, 'url'>): string {
  return url.slice('file:'.length);
}

it('says on a dry run what would be restored, and changes nothing', async () => {
  const found = await restore(configFor(target.url).db, backup, { dryRun: true });
  expect(found.header).toMatchObject({ version: '0.1.0', at: '2026-12-01T00:00:00.000Z' });
  expect(found.tables.get('segments')).toBe(1);
  expect(found.rows).toBe([...rowsOf(backup).values()].flat().length);
  expect(await tables()).toEqual([]);
  expect(readdirSync(target.directory)).toEqual([]);
});

it.each([true, false])('refuses a database that is in use already (dry run: %s)', async (dryRun) => {
  const config = configFor(target.url);
  const database = await openDatabase(config.db, 'writer');
  await new UnitOfWork(database).change('default', async ({ namespaces }) => {
    await namespaces.update('default', 'Kept', '', 2);
  });
  await expect(restore(config.db, backup, { dryRun })).rejects.toThrow(
    /is not empty: it has the table \w+; /,
  );
  const [kept] = await database.read((manager) =>
    manager.query<readonly { name: string }[]>('SELECT name FROM namespaces'),
  );
  expect(kept?.name).toBe('Kept');
  await database.close();
});

it.each(['checking', 'restoring'] as const)(
  'leaves the database as it was when it is interrupted while it is %s, and can be done again',
  async (moment) => {
    const stopping = new AbortController();
    const restoring = restore(configFor(target.url).db, backup, {
      signal: stopping.signal,
      onProgress: (step) => {
        if (step === moment) stopping.abort();
      },
    });
    await expect(restoring).rejects.toThrow('abort');
    expect(await tables()).toEqual([]);
    expect(readdirSync(target.directory).filter((name) => !name.endsWith('.lock'))).toEqual([]);
    await restore(configFor(target.url).db, backup);
  },
);

it('restores a backup of an earlier version: migrations do with its rows what they do with rows', async () => {
  const file = join(directory, 'earlier.db');
  const config = configFor(`file:${file}`);
  const names = migrations.map(({ name }) => name);
  const early = names.slice(0, names.indexOf('RevisionMarks1764460800000'));
  const options = { ...commonOptions, type: 'sqlite', database: file, driver } as const;
  const earlier = await new DataSource(options).initialize();
  await runMigrationsOf(earlier, early);
  await earlier.query(`UPDATE namespaces SET revision = 7, name = 'Early'`);
  await earlier.query(
    `INSERT INTO namespace_changes (namespace_key, revision, kind, "key") VALUES ('default', 7, 'flag', 'a')`,
  );
  await earlier.destroy();
  const old = join(directory, 'earlier.gz');
  expect((await backUpTo(old, config.db)).header.migrations).toEqual(early);
  await restore(configFor(target.url).db, old);
  const database = await openDatabase(configFor(target.url, { PENNON_DB_MIGRATE: 'false' }).db, 'writer');
  const [row] = await database.read((manager) =>
    manager.query<readonly object[]>('SELECT name, revision, mark FROM namespaces'),
  );
  expect(row).toMatchObject({ name: 'Early', mark: expect.stringMatching(/^[\w-]{12}$/) as string });
  await database.close();
});

it('shows one state, whatever is written meanwhile', async () => {
  const writer = await source.openAgain();
  const unitOfWork = new UnitOfWork(writer);
  let isWriting = true;
  let written = 0;
  // Each write makes a flag, a revision of the namespace and a mark.
  const write = async (): Promise<void> => {
    while (isWriting) {
      const key = `flag-${++written}`;
      await unitOfWork.change('default', async ({ flags }) => {
        await flags.createAll([aFlag(key, { type: 'boolean', description: 'x'.repeat(5000) })]);
      });
    }
  };
  const writing = write();
  const seen: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const file = join(directory, 'meanwhile.gz');
    await backUpTo(file, source.config().db);
    const rows = rowsOf(file);
    const flags = rows.get('flags')?.length ?? 0;
    const [{ revision } = { revision: 0 }] = rows.get('namespaces') ?? [];
    // The segment was the first revision.
    expect(flags).toBe(Number(revision) - 1);
    seen.push(flags);
  }
  isWriting = false;
  await writing;
  await writer.close();
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
});

it('backs up nothing where there is nothing', async () => {
  const write = async (): Promise<void> => Promise.resolve();
  const backingUp = backUp(configFor(target.url).db, { version: '', at: '', write });
  await expect(backingUp).rejects.toThrow(/there is no database|has no tables of Pennon/);
  expect(readdirSync(target.directory)).toEqual([]);
});

it('refuses to back up what a newer version has migrated, of which it knows only a part', async () => {
  await migrate(configFor(target.url).db);
  const database = await openDatabase(configFor(target.url).db, 'writer');
  await database.write((manager) =>
    manager.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (9, 'Later9')`),
  );
  await database.close();
  const write = async (): Promise<void> => Promise.resolve();
  const backingUp = backUp(configFor(target.url).db, { version: '', at: '', write });
  await expect(backingUp).rejects.toThrow('of the migration Later9');
});

it('stops when what it writes cannot be written', async () => {
  const write = async (): Promise<void> => Promise.reject(new Error('no space'));
  await expect(backUp(source.config().db, { version: '', at: '', write })).rejects.toThrow('no space');
});

/** A backup with other lines, whose end says that it is whole. */
function crafted(edit: (lines: readonly string[]) => readonly string[]): string {
  const lines = edit(textOf(backup).trimEnd().split('\n').slice(0, -1));
  const text = lines.map((line) => `${line}\n`).join('');
  const rows = lines.filter((line) => line.startsWith('[')).length;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = join(directory, 'crafted.gz');
  writeText(file, `${text}${JSON.stringify({ rows, sha256 })}\n`);
  return file;
}

describe('of a backup that contradicts itself', () => {
  const twice = (lines: readonly string[], row: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(row) ? [line, line] : [line]));

  it.each([
    [
      'a row that is there twice',
      (lines) => twice(lines, '["default"'),
      /contradicts itself in the table namespaces/,
    ],
    [
      'a row that refers to one that is missing',
      (lines) => lines.map((line) => line.replace(/^\["default","all"/, '["missing","all"')),
      /contradicts itself in the table segments, where a row is there twice or refers to a row that is missing; rest/,
    ],
  ] as readonly (readonly [string, (lines: readonly string[]) => readonly string[], RegExp])[])(
    'is refused for %s, in a sentence that names the table',
    async (_, edit, message) => {
      const restoring = restore(configFor(target.url).db, crafted(edit));
      await expect(restoring).rejects.toThrow(message);
      await expect(restoring).rejects.toBeInstanceOf(BackupError);
      expect(await tables()).toEqual([]);
    },
  );
});

if (isSqlite) {
  describe('of a damaged file of SQLite', () => {
    /** Spoils the root page of a table or index. */
    async function spoil(name: string, offset: number): Promise<void> {
      const file = fileOf(target);
      const sql = `SELECT rootpage FROM sqlite_master WHERE name = '${name}'`;
      const [page] = await queryDatabase<{ readonly rootpage: number }>(target.url, sql);
      const from = ((page?.rootpage ?? 0) - 1) * 4096 + offset;
      writeFileSync(file, readFileSync(file).fill(0xff, from, from + 100));
    }

    it.each([
      ['flags', 0],
      ['sqlite_autoindex_namespaces_1', 4000],
    ] as const)('no backup is made, with %s spoilt', async (name, offset) => {
      await migrate(configFor(target.url).db);
      await spoil(name, offset);
      const made = join(target.directory, 'made.gz');
      await expect(backUpTo(made, configFor(target.url).db)).rejects.toThrow(
        /^the database \S+ is damaged \(.+\), and a backup of it would be, too; stop its server and restore an earlier/,
      );
      expect(existsSync(made)).toBe(false);
    });
  });

  describe('into a file of SQLite', () => {
    it('leaves nothing beside it but the file of the lock', async () => {
      writeFileSync(`${fileOf(target)}.restoring`, 'of one that was killed');
      writeFileSync(`${fileOf(target)}-wal`, 'of a file that is gone');
      await restore(configFor(target.url).db, backup);
      expect(readdirSync(target.directory).toSorted()).toEqual(['pennon.db', 'pennon.db.lock']);
    });

    it('fills a file without tables', async () => {
      writeFileSync(fileOf(target), '');
      await restore(configFor(target.url).db, backup);
      const again = join(directory, 'again.gz');
      await backUpTo(again, configFor(target.url).db);
      expect(withoutIdentity(again)).toBe(withoutIdentity(backup));
      expect(textOf(again)).not.toBe(textOf(backup));
    });

    it('is refused while a server has the file', async () => {
      const file = fileOf(target);
      writeFileSync(file, '');
      const lock = await FileLock.take(`${file}.lock`, 'the database');
      await expect(restore(configFor(target.url).db, backup)).rejects.toThrow(
        /is in use by process \d+; stop it/,
      );
      await lock.destroy();
      expect(readFileSync(file)).toHaveLength(0);
    });

    it('keeps servers from the file', async () => {
      const { db } = configFor(target.url);
      await restoreFile(db as SqliteDatabaseConfig, async () => {
        await expect(openDatabase(db, 'writer', { isServer: true })).rejects.toThrow('is in use by process');
      });
    });

    it('has a server that got the lock right after it use the new file', async () => {
      const { db } = configFor(target.url);
      let server: Promise<Database> | undefined;
      await restoreFile(db as SqliteDatabaseConfig, async (dataSource) => {
        await runMigrationsOf(dataSource);
        await dataSource.query(`UPDATE namespaces SET name = 'Restored'`);
        // It has opened the file that is there, and waits for the lock.
        server = openDatabase(db, 'writer', { isServer: true });
        await delay(100);
      });
      const database = await server;
      const rows = await database?.write((manager) =>
        manager.query<readonly object[]>('SELECT name FROM namespaces'),
      );
      expect(rows).toEqual([{ name: 'Restored' }]);
      await database?.close();
    });

    it('refuses a file of another program, and one that has got tables meanwhile', async () => {
      const file = fileOf(target);
      writeFileSync(file, '');
      await executeIn(file, 'CREATE TABLE other (id integer)');
      await expect(restore(configFor(target.url).db, backup)).rejects.toThrow('it has the table other');
      rmSync(file);
      writeFileSync(file, '');
      const before = readFileSync(file);
      expect(before).toHaveLength(0);
      let isMade = false;
      const restoring = restore(configFor(target.url).db, backup, {
        onProgress: (step) => {
          if (step !== 'restoring' || isMade) return;
          isMade = true;
          void executeIn(file, 'CREATE TABLE other (id integer)');
        },
      });
      await expect(restoring).rejects.toThrow('it has the table other');
      expect(await tables()).toEqual(['other']);
    });
  });
} else {
  describe('into a database of a server', () => {
    it('keeps instances from what a restore has left behind, and the next restore drops it', async () => {
      const { db } = configFor(target.url);
      await migrate(db);
      await queryDatabase(target.url, `CREATE TABLE ${UNFINISHED_RESTORE} (id integer NOT NULL PRIMARY KEY)`);
      const message = /a restore into the database .* has not ended; .* run `pennon restore` again/;
      await expect(openDatabase(db, 'writer')).rejects.toThrow(message);
      await expect(migrate(db)).rejects.toThrow(message);
      const reasons: string[] = [];
      const stopping = new AbortController();
      const onWait = (reason: string): void => {
        reasons.push(reason);
        stopping.abort();
      };
      await expect(openDatabase(db, 'reader', { onWait, signal: stopping.signal })).rejects.toThrow();
      expect(reasons[0]).toMatch(message);
      await restore(db, backup);
      await (await openDatabase(db, 'writer')).close();
    });

    it('is refused for a value that does not fit its column', async () => {
      const long = crafted((lines) =>
        lines.map((line) => line.replace('"all","All"', `"${'a'.repeat(70_000)}","All"`)),
      );
      await expect(restore(configFor(target.url).db, long)).rejects.toThrow(
        /a row of the table segments has a value that the database cannot store; restore another one$/,
      );
    });

    if (speaksPostgres)
      it('is refused to a user who may not create tables, also on a dry run', async () => {
        const name = `pennon_test_${randomBytes(6).toString('hex')}`;
        const url = new URL(target.url);
        await queryDatabase(target.url, `CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
        await queryDatabase(target.url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
        [url.username, url.password] = [name, 'x'];
        try {
          for (const dryRun of [true, false])
            await expect(restore(configFor(url.href).db, backup, { dryRun })).rejects.toThrow(
              /may not create tables in it; grant CREATE on its schema/,
            );
        } finally {
          await queryDatabase(target.url, `DROP ROLE ${name}`);
        }
      });

    it('leaves the tables of other programs alone, also when it fails', async () => {
      await queryDatabase(target.url, 'CREATE TABLE other (id integer)');
      const stopping = new AbortController();
      const options = {
        signal: stopping.signal,
        onProgress: (step: string) => {
          if (step === 'restoring') stopping.abort();
        },
      };
      await expect(restore(configFor(target.url).db, backup, options)).rejects.toThrow('abort');
      expect(await tables()).toEqual(['other']);
      await restore(configFor(target.url).db, backup);
      expect(await tables()).toContain('other');
    });

    it('has a writer wait that starts meanwhile', async () => {
      const { db } = configFor(target.url);
      let writer: Promise<unknown> | undefined;
      await restore(db, backup, {
        onProgress: (step) => {
          if (step === 'restoring')
            writer ??= openDatabase(db, 'writer').then(async (database) => database.close());
        },
      });
      await expect(writer).resolves.toBeUndefined();
    });
  });
}
