import * as sqlite3 from 'sqlite3';
import { CachingConnection } from './caching-connection';

let connection: CachingConnection;
let prepare: jest.SpyInstance;

beforeEach(async () => {
  connection = new CachingConnection(':memory:');
  await all('CREATE TABLE "flags" ("key" TEXT PRIMARY KEY, "name" TEXT)');
  prepare = jest.spyOn(sqlite3.Database.prototype, 'prepare');
});

afterEach(async () => {
  jest.restoreAllMocks();
  await close();
});

type Rows = readonly unknown[];

async function all(sql: string, parameters?: Rows): Promise<Rows | undefined> {
  return new Promise((resolve, reject) => {
    connection.all(sql, parameters, (error: Error | null, rows?: Rows) => {
      if (error === null) resolve(rows);
      else reject(error);
    });
  });
}

/** @returns how many rows were changed. */
async function run(sql: string, parameters: Rows): Promise<number> {
  return new Promise((resolve, reject) => {
    connection.run(sql, parameters, function (this: sqlite3.RunResult, error: Error | null) {
      if (error === null) resolve(this.changes);
      else reject(error);
    });
  });
}

async function close(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.close((error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

const insert = 'INSERT INTO "flags" ("key", "name") VALUES (?, ?)';
const select = 'SELECT "name" FROM "flags" WHERE "key" = ?';

it('prepares a statement once, and runs it with the values of each call', async () => {
  for (const key of ['a', 'b', 'c']) expect(await run(insert, [key, `name of ${key}`])).toBe(1);
  for (const key of ['a', 'b', 'c']) {
    expect(await all(select, [key])).toEqual([{ name: `name of ${key}` }]);
  }
  expect(prepare).toHaveBeenCalledTimes(2);
});

it('keeps the answers of calls apart that are made at once', async () => {
  await Promise.all([run(insert, ['a', '1']), run(insert, ['b', '2']), run(insert, ['c', '3'])]);
  const rows = await Promise.all(['c', 'a', 'b', 'd'].map((key) => all(select, [key])));
  expect(rows).toEqual([[{ name: '3' }], [{ name: '1' }], [{ name: '2' }], []]);
});

it('ends a change that returns rows', async () => {
  await run(insert, ['a', '1']);
  await all('BEGIN');
  await run('UPDATE "flags" SET "name" = ? WHERE "key" = ? RETURNING "name"', ['2', 'a']);
  await all('COMMIT');
  expect(await all(select, ['a'])).toEqual([{ name: '2' }]);
});

it('tells what is wrong with a statement, and prepares it anew', async () => {
  const missing = 'SELECT * FROM "segments"';
  await expect(all(missing)).rejects.toThrow('no such table: segments');
  await all('CREATE TABLE "segments" ("key" TEXT)');
  expect(await all(missing)).toEqual([]);
});

it('gives up a statement that failed, so that a transaction can end', async () => {
  await run(insert, ['a', '1']);
  await all('BEGIN IMMEDIATE');
  await expect(run(insert, ['a', '2'])).rejects.toThrow('UNIQUE constraint failed');
  await run(insert, ['b', '2']);
  await all('COMMIT');
  expect(await all('SELECT count(*) AS "count" FROM "flags"')).toEqual([{ count: 2 }]);
});

it('follows a change of the tables', async () => {
  await run(insert, ['a', '1']);
  const everything = 'SELECT * FROM "flags"';
  await all(everything);
  await all('ALTER TABLE "flags" ADD COLUMN "hue" TEXT');
  expect(await all(everything)).toEqual([{ key: 'a', name: '1', hue: null }]);
});

it('closes while statements are still prepared and run', async () => {
  await run(insert, ['a', '1']);
  const reading = [all(select, ['a']), all('SELECT "key" FROM "flags"')];
  await close();
  expect(await Promise.all(reading)).toEqual([[{ name: '1' }], [{ key: 'a' }]]);
  connection = new CachingConnection(':memory:');
});

it('keeps no more than its bound, and none that is long', async () => {
  for (let index = 0; index < 300; index += 1) await all(`SELECT ${String(index)} AS "value"`);
  prepare.mockClear();
  expect(await all('SELECT 299 AS "value"')).toEqual([{ value: 299 }]);
  expect(prepare).not.toHaveBeenCalled();
  expect(await all('SELECT 0 AS "value"')).toEqual([{ value: 0 }]);
  expect(prepare).toHaveBeenCalledTimes(1);

  const long = `SELECT '${'x'.repeat(4_000)}'`;
  await all(long);
  await all(long);
  expect(prepare).toHaveBeenCalledTimes(1);
});
