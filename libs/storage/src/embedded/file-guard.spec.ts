import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Logger } from '@nestjs/common';
import { InvalidArgumentError, UnavailableError } from '@pennon/domain';
import { DataSource } from 'typeorm';
import { describeWithPrograms } from '../../../../test/support/describe-with-programs';
import { eventually } from '../../../../test/support/eventually';
import { queryFile } from '../../../../test/support/query-file';
import { configFor } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { openDatabase, type Role } from '../open-database';

const execute = promisify(execFile);

let template: string;
let directory: string;
let file: string;
let copy: string;
let database: Database;
let logged: jest.SpyInstance;

beforeAll(async () => {
  template = join(mkdtempSync(join(tmpdir(), 'pennon-guard-')), 'template.db');
  database = await openDatabase(configFor(`file:${template}`).db, 'writer');
  await write(`CREATE TABLE heap ("item" text, "size" blob)`, fill('before'));
  await database.close();
});

afterAll(() => {
  rmSync(dirname(template), { recursive: true });
});

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-guard-'));
  file = join(directory, 'pennon.db');
  copy = join(directory, 'copy.db');
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  for (const name of [file, copy]) copyFileSync(template, name);
  database = await open('writer');
  await write(fill('after'));
});

afterEach(async () => {
  await database.close();
  logged.mockRestore();
  rmSync(directory, { recursive: true });
});

async function open(role: Role): Promise<Database> {
  return openDatabase(configFor(`file:${file}`).db, role, { isServer: role === 'writer' });
}

/** Fills several pages. */
function fill(item: string): string {
  return `INSERT INTO heap VALUES ('${item}', randomblob(20000))`;
}

async function write(...statements: readonly string[]): Promise<void> {
  await database.write(async (manager) => {
    for (const sql of statements) await manager.query(sql);
  });
}

async function items(from = database): Promise<unknown> {
  return from.read((manager) => manager.query('SELECT "item" FROM heap'));
}

/** What becomes of the file, by what is said of it. */
const mishaps = {
  'mv of another file': /was replaced by another file/,
  'mv away': /was deleted or moved/,
  rm: /was deleted or moved/,
  'cp of another file': /was overwritten by another program/,
  'cp of itself': /was overwritten by another program/,
  truncation: /was overwritten by another program/,
  junk: /was overwritten by another program/,
  'rm of the log': /lost its -wal file/,
  'rm of the index': /lost its -shm file/,
} as const;
type Mishap = keyof typeof mishaps;

function happen(mishap: Mishap): void {
  switch (mishap) {
    case 'mv of another file':
      renameSync(copy, file);
      return;
    case 'mv away':
      renameSync(file, join(directory, 'elsewhere'));
      return;
    case 'rm':
      rmSync(file);
      return;
    case 'cp of another file':
      copyFileSync(copy, file);
      return;
    case 'cp of itself':
      writeFileSync(file, readFileSync(file));
      return;
    case 'truncation':
      truncateSync(file, 0);
      return;
    case 'junk':
      writeFileSync(file, 'junk'.repeat(5000));
      return;
    case 'rm of the log':
      rmSync(`${file}-wal`);
      return;
    case 'rm of the index':
      rmSync(`${file}-shm`);
  }
}

describe.each(Object.keys(mishaps) as readonly Mishap[])('after %s', (mishap) => {
  const message = mishaps[mishap];

  it('refuses writes and reads, and says why, and once what to do', async () => {
    happen(mishap);
    await expect(write(fill('lost'))).rejects.toThrow(message);
    await expect(items()).rejects.toThrow(message);
    await expect(items()).rejects.toBeInstanceOf(UnavailableError);
    expect(database.writeHealth.failure).toMatch(message);
    expect(database.writeHealth.failure).not.toContain(directory);
    expect(logged.mock.calls).toEqual([
      [expect.anything(), expect.stringMatching(/-wal and -shm away.*: see docs\/backup\.md$/)],
    ]);
    expect(logged.mock.calls[0]).toEqual([expect.anything(), expect.stringContaining(file)]);
  });

  it('is noticed while nothing is read or written, by a process that only reads as well', async () => {
    const reader = await open('reader');
    expect(await items(reader)).toEqual([{ item: 'before' }, { item: 'after' }]);
    happen(mishap);
    await eventually(async () => {
      expect(logged).toHaveBeenCalledTimes(2);
      return Promise.resolve();
    });
    expect(database.writeHealth.failure).toMatch(message);
    await expect(items(reader)).rejects.toThrow(message);
    await reader.close();
  });
});

describe.each(['mv of another file', 'cp of another file'] as const)('%s in the middle', (mishap) => {
  it('of a write undoes it', async () => {
    const writing = database.write(async (manager) => {
      await manager.query(fill('lost'));
      happen(mishap);
    });
    await expect(writing).rejects.toThrow(mishaps[mishap]);
  });

  it('of a read keeps what was read from being used', async () => {
    const reading = database.read(async (manager) => {
      const found: unknown = await manager.query('SELECT 1');
      happen(mishap);
      return found;
    });
    await expect(reading).rejects.toThrow(mishaps[mishap]);
  });

  it('of a read is the reason of whatever fails in it', async () => {
    const reading = database.readOnce(() => {
      happen(mishap);
      throw new InvalidArgumentError('there is no such flag');
    });
    await expect(reading).rejects.toThrow(mishaps[mishap]);
  });

  it('of a commit says that the change may be lost', async () => {
    const writing = database.write(async (manager) => {
      const { queryRunner: runner } = manager;
      if (runner === undefined) throw new Error('a transaction has a connection of its own');
      const query = runner.query.bind(runner);
      jest.spyOn(runner, 'query').mockImplementation(async (sql: string) => {
        const answer: unknown = await query(sql);
        if (sql === 'COMMIT') happen(mishap);
        return answer;
      });
      await query(fill('lost'));
    });
    await expect(writing).rejects.toThrow(/; this change may be lost$/);
  });

  it('leaves what lies there as it is when the database is closed, and works after the remedy', async () => {
    happen(mishap);
    await expect(write(fill('lost'))).rejects.toThrow(UnavailableError);
    await database.close();
    expect(readFileSync(file).equals(readFileSync(template))).toBe(true);
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    database = await open('writer');
    expect(await items()).toEqual([{ item: 'before' }]);
    await write(fill('again'));
    expect(await items()).toEqual([{ item: 'before' }, { item: 'again' }]);
  });
});

it('keeps what was put in place from the log of the file before, also without the remedy', async () => {
  const log = readFileSync(`${file}-wal`);
  renameSync(copy, file);
  await expect(write(fill('lost'))).rejects.toThrow(UnavailableError);
  expect(logged.mock.calls).toEqual([
    [expect.anything(), expect.stringContaining(`Its write-ahead log is now in ${file}-wal.former. `)],
  ]);
  await database.close();
  database = await open('writer');
  expect(await items()).toEqual([{ item: 'before' }]);
  await write(fill('again'));
  expect(readFileSync(`${file}-wal.former`).equals(log)).toBe(true);
});

it('counts the changes of a command as changes of the file that it opened', async () => {
  const command = await openDatabase(configFor(`file:${file}`).db, 'writer');
  renameSync(copy, file);
  await expect(command.write((manager) => manager.query<unknown>(fill('lost')))).rejects.toThrow(
    'was replaced',
  );
  await command.close();
});

it('notices at once what a checkpoint of a crash leaves unfinished', async () => {
  // A copy with its log, as a crash leaves it.
  const crashed = join(directory, 'crashed.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
  const other = await openDatabase(configFor(`file:${crashed}`).db, 'writer', { isServer: true });
  copyFileSync(copy, crashed);
  await expect(other.write((manager) => manager.query<unknown>(fill('lost')))).rejects.toThrow(
    'was overwritten',
  );
  await other.close();
});

describe('a damaged page', () => {
  beforeEach(async () => {
    await database.close();
    const [page] = await queryFile<{ rootpage: number }>(
      file,
      `SELECT rootpage FROM sqlite_master WHERE name = 'heap'`,
    );
    const bytes = readFileSync(file);
    const from = ((page?.rootpage ?? 0) - 1) * 4096;
    writeFileSync(file, bytes.fill(0xff, from, from + 100));
    database = await open('writer');
  });

  it('is unavailable with a sentence, and logged with the file and what to do', async () => {
    await expect(items()).rejects.toThrow(/^the database file is damaged/);
    await expect(write(`UPDATE namespaces SET revision = 7`)).rejects.toThrow(UnavailableError);
    expect(logged.mock.calls).toEqual([
      [{ reason: expect.stringContaining('SQLITE_CORRUPT') }, expect.stringContaining(`${file} is damaged`)],
    ]);
  });
});

describe('what is no mishap', () => {
  const shell = async (sql: string): Promise<unknown> =>
    execute('sqlite3', ['-cmd', '.timeout 10000', file, sql]);
  const expectUnharmed = async (): Promise<void> => {
    await write(fill('more'));
    await items();
    expect(database.writeHealth.failure).toBeUndefined();
    expect(logged.mock.calls).toEqual([]);
  };

  it('is a rename to a name and back, or a second name', async () => {
    renameSync(file, join(directory, 'elsewhere'));
    renameSync(join(directory, 'elsewhere'), file);
    linkSync(file, join(directory, 'link.db'));
    await expectUnharmed();
  });

  it('is what a command writes beside it, with checkpoints', async () => {
    for (let round = 0; round < 10; round++) {
      const command = await openDatabase(configFor(`file:${file}`).db, 'writer');
      await command.write(async (manager) => manager.query<unknown>(fill('command')));
      await command.write(async (manager) => manager.query<unknown>(fill('command')));
      await command.close();
      await expectUnharmed();
    }
  });

  it('is a checkpoint of its own', async () => {
    const before = statSync(file, { bigint: true }).mtimeNs;
    for (let round = 0; round < 400; round++) await write(fill('much'));
    expect(statSync(file, { bigint: true }).mtimeNs).not.toBe(before);
    await expectUnharmed();
  });

  it('is that SQLite deletes the log when the last connection closes, however long that takes', async () => {
    const { destroy } = DataSource.prototype as Readonly<
      Record<'destroy', (this: DataSource) => Promise<void>>
    >;
    const slow = jest.spyOn(DataSource.prototype, 'destroy').mockImplementation(async function (
      this: DataSource,
    ) {
      await destroy.call(this);
      // Longer than the interval of the looks.
      await setTimeout(700);
    });
    await database.close();
    slow.mockRestore();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(logged.mock.calls).toEqual([]);
    database = await open('writer');
    await expectUnharmed();
  });

  describeWithPrograms(['sqlite3'], 'by the shell of SQLite', () => {
    it.each([
      ['.restore', `.restore copy`],
      ['VACUUM', 'VACUUM'],
      ['a checkpoint', 'PRAGMA wal_checkpoint(TRUNCATE)'],
    ])('is %s while it is read and written', async (_, command) => {
      let hasEnded = false;
      const load = async (work: () => Promise<unknown>): Promise<void> => {
        while (!hasEnded) await work();
      };
      const loads = [load(() => write(fill('load'))), load(() => items())];
      try {
        for (let round = 0; round < 5; round++) {
          await shell('INSERT INTO heap SELECT item, randomblob(100000) FROM heap LIMIT 50');
          await shell(command.replace('copy', copy));
        }
      } finally {
        hasEnded = true;
      }
      await Promise.all(loads);
      await expectUnharmed();
    });
  });
});
