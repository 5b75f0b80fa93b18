import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFor } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { openDatabase } from '../open-database';

let directory: string;
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-database-'));
  database = await openDatabase(configFor(`file:${join(directory, 'pennon.db')}`).db, 'writer');
  await write('CREATE TABLE heap ("item" text)');
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

async function write(...statements: readonly string[]): Promise<void> {
  await database.write(async (manager) => {
    for (const sql of statements) await manager.query(sql);
  });
}

async function items(): Promise<unknown> {
  return database.read((manager) => manager.query('SELECT "item" FROM heap'));
}

/** Undoes the transaction, as SQLite does by itself when the disk is full; then fails. */
const UNDONE_BY_ITSELF = ['ROLLBACK', 'not SQL'];

describe('after a transaction that was undone by itself', () => {
  beforeEach(async () => {
    await expect(write(...UNDONE_BY_ITSELF)).rejects.toThrow('syntax error');
  });

  it('a write is committed', async () => {
    await write(`INSERT INTO heap VALUES ('kept')`);
    expect(await items()).toEqual([{ item: 'kept' }]);
  });

  it('a write is committed, also when another one fails in between', async () => {
    await expect(write(`INSERT INTO heap VALUES ('undone')`, 'not SQL')).rejects.toThrow('syntax error');
    await write(`INSERT INTO heap VALUES ('kept')`);
    expect(await items()).toEqual([{ item: 'kept' }]);
  });
});
