import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnavailableError } from '@pennon/domain';
import { configFor } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { migrate } from '../migration';
import { openDatabase } from '../open-database';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-database-'));
  file = join(directory, 'pennon.db');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

type Row = Readonly<Record<string, unknown>>;

async function open(path = file): Promise<Database> {
  return openDatabase(configFor(`file:${path}`).db, 'writer');
}

async function read(database: Database, sql: string): Promise<readonly Row[]> {
  return database.read((manager) => manager.query<Row[]>(sql));
}

async function write(database: Database, sql: string): Promise<readonly Row[]> {
  return database.write((manager) => manager.query<Row[]>(sql));
}

/** Everything there is: the schema with its indexes, the migrations done, and the namespaces. */
async function contents(database: Database): Promise<readonly (readonly Row[])[]> {
  return [
    await read(database, 'SELECT "type", "name", "sql" FROM "sqlite_master" ORDER BY "name"'),
    await read(database, 'SELECT * FROM "schema_migrations"'),
    await read(database, 'SELECT * FROM "namespaces"'),
  ];
}

describe('opening a database', () => {
  it('makes the file, and the directory it lies in for its owner alone', async () => {
    const path = join(directory, 'not', 'yet', 'there.db');
    const database = await open(path);
    await database.close();
    expect(existsSync(path)).toBe(true);
    expect(statSync(join(directory, 'not')).mode & 0o777).toBe(0o700);
  });

  it('again changes nothing', async () => {
    const first = await open();
    const before = await contents(first);
    await first.close();
    const second = await open();
    expect(await contents(second)).toEqual(before);
    await second.close();
  });

  it('again finds what was written', async () => {
    const first = await open();
    await write(first, `UPDATE "namespaces" SET "revision" = 7`);
    await first.close();
    const second = await open();
    expect(await read(second, 'SELECT "revision" FROM "namespaces"')).toEqual([{ revision: 7 }]);
    await second.close();
  });

  it('does not bring back a namespace `default` that is gone', async () => {
    const first = await open();
    await write(first, 'DELETE FROM "namespaces"');
    await first.close();
    const second = await open();
    expect(await read(second, 'SELECT * FROM "namespaces"')).toEqual([]);
    await second.close();
  });

  it('fails as unavailable when the file cannot be opened, and says which', async () => {
    await expect(open(directory)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `the database ${directory} cannot be opened`,
      cause: { code: 'SQLITE_CANTOPEN' },
    });
  });

  it('fails as unavailable when the directory cannot be made', async () => {
    writeFileSync(join(directory, 'file'), '');
    await expect(open(join(directory, 'file', 'pennon.db'))).rejects.toThrow(UnavailableError);
  });

  it.each(['writer', 'reader'] as const)('is refused to a %s by a file with two names', async (role) => {
    await (await open()).close();
    const other = join(directory, 'other name.db');
    linkSync(file, other);
    await expect(openDatabase(configFor(`file:${file}`).db, role)).rejects.toThrow(
      `the database ${file} has 2 names, ${realpathSync(file)} and another hard link (${realpathSync(other)})`,
    );
    rmSync(file);
    await (await open(other)).close();
  });

  it('is refused by a file with a name elsewhere, and says how to find it', async () => {
    await (await open()).close();
    mkdirSync(join(directory, 'elsewhere'));
    linkSync(file, join(directory, 'elsewhere', 'link.db'));
    await expect(open()).rejects.toThrow(`find it with \`find / -xdev -inum ${statSync(file).ino}\``);
  });

  it('goes on by way of a symbolic link, which is no second name', async () => {
    const link = join(directory, 'link.db');
    symlinkSync(file, link);
    await (await open(link)).close();
    await (await open(link)).close();
  });

  it.each([
    [
      'writer',
      /cannot be opened: it is damaged; stop every process that uses it and restore a backup: see docs\/backup\.md$/,
    ],
    ['reader', /cannot be opened: it is damaged/],
  ] as const)('says to a %s that the file is damaged, and names it', async (role, message) => {
    await (await open()).close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 100, 4096));
    const opening = openDatabase(configFor(`file:${file}`).db, role, {
      signal: AbortSignal.timeout(500),
      onWait: (reason) => {
        throw new Error(reason.replace(/ \(.*/, ''));
      },
    });
    await expect(opening).rejects.toThrow(message);
  });

  it('sets space aside to be opened again on a full disk, while it is open and after', async () => {
    const size = (): number => statSync(`${file}.reserve`).size;
    const database = await openDatabase(configFor(`file:${file}`).db, 'writer', { isServer: true });
    expect(size()).toBe(65_536);
    rmSync(`${file}.reserve`);
    await database.close();
    expect(size()).toBe(65_536);
    expect(statSync(`${file}.reserve`).mode & 0o777).toBe(0o600);
  });

  describe('whose file was moved away while it was closed', () => {
    let traces: readonly string[];

    async function openServer(path = file): Promise<Database> {
      return openDatabase(configFor(`file:${path}`).db, 'writer', { isServer: true });
    }

    beforeEach(async () => {
      await (await openServer()).close();
      renameSync(file, `${file}.elsewhere`);
      traces = [`${file}.reserve`];
    });

    async function expectRefused(): Promise<void> {
      const missing = `the database file ${file} is missing, and ${traces.join(' and ')} show`;
      const remedy = `to start with an empty database, delete ${traces.join(' and ')}`;
      for (const opening of [openServer, open, async () => migrate(configFor(`file:${file}`).db)]) {
        await expect(opening()).rejects.toThrow(missing);
        await expect(opening()).rejects.toThrow(remedy);
      }
      expect(existsSync(file)).toBe(false);
    }

    it('is refused, until the file is put back', async () => {
      await expectRefused();
      renameSync(`${file}.elsewhere`, file);
      await (await openServer()).close();
    });

    it.each(['-wal', '-wal.former'])('is refused while its %s is there, as after a crash', async (suffix) => {
      writeFileSync(file + suffix, 'a log');
      traces = [`${file}.reserve`, file + suffix];
      await expectRefused();
      expect(readFileSync(file + suffix, 'utf8')).toBe('a log');
      rmSync(`${file}.reserve`);
      traces = [file + suffix];
      await expectRefused();
    });

    it('is refused by way of a link that leads nowhere now', async () => {
      const link = join(directory, 'link.db');
      symlinkSync(file, link);
      writeFileSync(`${file}-wal`, 'a log');
      await expect(open(link)).rejects.toThrow(
        `${link} is missing, and ${realpathSync(directory)}/pennon.db-wal`,
      );
    });

    it('begins with an empty file once its traces are deleted', async () => {
      for (const trace of traces) rmSync(trace);
      await (await openServer()).close();
      expect(existsSync(file)).toBe(true);
    });
  });

  it('goes on after a first start that failed halfway', async () => {
    writeFileSync(file, '');
    writeFileSync(`${file}.lock`, '');
    await (await open()).close();
    rmSync(file);
    await (await open()).close();
  });

  it('fails as unavailable when the file is something else, and leaves it alone', async () => {
    const text = 'something else, and long enough to be looked at as the header of a database would be';
    writeFileSync(file, text);
    await expect(open()).rejects.toThrow(UnavailableError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('an open database', () => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
  });

  afterEach(async () => {
    await database.close();
  });

  it('keeps a write-ahead log, so that readers and the writer do not wait for each other', async () => {
    expect(await read(database, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await write(database, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });

  it('enforces references on both connections', async () => {
    expect(await read(database, 'PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(await write(database, 'PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  });

  it('flushes every commit to the disk', async () => {
    const FULL = 2;
    expect(await write(database, 'PRAGMA synchronous')).toEqual([{ synchronous: FULL }]);
  });

  it('waits for other processes as long as the setting says', async () => {
    expect(await read(database, 'PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }]);
    expect(await write(database, 'PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }]);
  });
});

describe('a write that waits for its turn', () => {
  it('is refused when none before it has come to an end for as long as a write may wait', async () => {
    const { db } = configFor(`file:${file}`, { PENNON_DB_BUSY_TIMEOUT: '300ms' });
    const database = await openDatabase(db, 'writer');
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const long = database.write(() => ended);
    await expect(write(database, 'SELECT 1')).rejects.toThrow(
      new UnavailableError('writes had to wait too long for the database; try again later'),
    );
    expect(database.writeHealth.failure).toBeUndefined();
    end();
    await long;
    expect(await write(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('closing a database', () => {
  it('waits for the work that was accepted', async () => {
    const database = await open();
    const written = write(database, `UPDATE "namespaces" SET "revision" = 7`);
    const seen = read(database, 'SELECT 1 AS "one"');
    await database.close();
    await written;
    expect(await seen).toEqual([{ one: 1 }]);
    const again = await open();
    expect(await read(again, 'SELECT "revision" FROM "namespaces"')).toEqual([{ revision: 7 }]);
    await again.close();
  });

  it('leaves no write-ahead log behind', async () => {
    const database = await open();
    await write(database, `UPDATE "namespaces" SET "revision" = 7`);
    await database.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
