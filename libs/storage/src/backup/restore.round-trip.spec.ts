import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnitOfWork } from '../unit-of-work';
import { backUpTo, rowsOf, textOf, withoutIdentity } from '../../../../test/support/backup/backup-file';
import { fillDatabase, type FullDatabase } from '../../../../test/support/backup/full-database';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database';
import {
  configFor,
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../test/support/temporary-database';
import { SettableClock, WaitingChanges } from '../../../../test/support/waiting-changes';
import { DatabaseSnapshotSource } from '../database-snapshot-source';
import { DatabaseTokenStore } from '../database-token-store';
import { type Database } from '../database/database';
import { openDatabase } from '../open-database';
import { restore } from './restore';

jest.setTimeout(120_000);

let directory: string;
let here: TemporaryDatabase;
let there: TestDatabase;
let full: FullDatabase;
let restored: Database;
let first: string;
let second: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-backup-'));
  first = join(directory, 'first.gz');
  second = join(directory, 'second.gz');
  here = await openTemporaryDatabase();
  full = await fillDatabase(here.database);
  await backUpTo(first, here.config().db);
  there = await createTestDatabase();
  await restore(configFor(there.url).db, first);
  await backUpTo(second, configFor(there.url).db);
  restored = await openDatabase(configFor(there.url).db, 'writer');
});

afterAll(async () => {
  await restored.close();
  await there.remove();
  await here.remove();
  rmSync(directory, { recursive: true });
});

it('writes some rows of every table', () => {
  for (const [table, rows] of rowsOf(first)) expect([table, rows.length > 0]).toEqual([table, true]);
});

it('restores everything but marks: the next backup has the same bytes', () => {
  expect(withoutIdentity(second) === withoutIdentity(first)).toBe(true);
  const [lines, linesBefore] = [second, first].map((file) => textOf(file).split('\n'));
  // Everything else is in the first line, and in the number of rows in the last one.
  expect(lines?.[0]).toBe(linesBefore?.[0]);
  expect(lines?.at(-2)?.split(',')[0]).toBe(linesBefore?.at(-2)?.split(',')[0]);
});

it('gives every present revision a new mark, and names it by that everywhere', () => {
  const [before, after] = [rowsOf(first), rowsOf(second)];
  for (const [table, column] of [
    ['namespaces', 'mark'],
    ['deleted_namespaces', 'mark'],
    ['deployment', 'token_mark'],
  ] as const) {
    const [old = [], drawn = []] = [before.get(table), after.get(table)].map((rows) =>
      rows?.map((row) => row[column]),
    );
    expect(drawn).toHaveLength(old.length);
    for (const mark of drawn) expect(mark).toMatch(/^[\w-]{12}$/);
    expect(new Set([...old, ...drawn]).size).toBe(new Set(old).size + drawn.length);
    for (const mark of old.filter((mark) => mark !== ''))
      expect(textOf(second)).not.toContain(JSON.stringify(mark));
  }
});

it('keeps secrets of the database out of the file, and draws new ones', async () => {
  const keyOf = async (database: Database): Promise<unknown> =>
    database.read(async (manager) => {
      const [row] = await manager.query<readonly { cache_key: string }[]>('SELECT cache_key FROM deployment');
      return row?.cache_key;
    });
  const [old, drawn] = [await keyOf(here.database), await keyOf(restored)];
  expect(textOf(first)).not.toContain(String(old));
  expect(drawn).toMatch(/^[\w-]{43}$/);
  expect(drawn).not.toBe(old);
});

it('accepts tokens as before', async () => {
  const tokens = new DatabaseTokenStore(restored);
  expect(await tokens.findByHash('hash of kept')).toMatchObject({ id: 'kept' });
  expect(await tokens.findByHash('hash of revoked')).toBeUndefined();
});

it('lets instances know that what they hold is of another history, also at the same revision', async () => {
  const [old, current] = [new DatabaseSnapshotSource(here.database), new DatabaseSnapshotSource(restored)];
  const held = await old.load('shop');
  if (held === undefined) throw new Error('there is no namespace');
  const updated = await current.update(held);
  expect(updated).toEqual({ ...held, mark: updated?.mark });
  expect(updated?.mark).not.toBe(held.mark);
  expect(current.historyChanges()).toBe(1);
});

it('applies a change that was based on the present revision', async () => {
  const clock = new SettableClock(full.dueAt);
  const waiting = new WaitingChanges(restored, clock);
  await waiting.look();
  const { request } = await waiting.requests.get('shop', full.waitingChange);
  expect(request).toMatchObject({ state: 'applied' });
  const flag = await new UnitOfWork(restored).read(({ flags }) => flags.find('shop', 'waits'));
  expect(flag).toMatchObject({ key: 'waits' });
});
