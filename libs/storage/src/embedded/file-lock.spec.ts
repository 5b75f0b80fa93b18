import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { FileLock } from './file-lock';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-lock-'));
  file = join(directory, 'thing.lock');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('a lock is had once at a time, and again when it was released', async () => {
  const first = await FileLock.take(file, 'the thing');
  await expect(FileLock.take(file, 'the thing')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `the thing is in use by process ${process.pid}`,
  });
  await first.destroy();
  await (await FileLock.take(file, 'the thing')).destroy();
});

test('of many that take a lock together, one gets it', async () => {
  const taken = await Promise.allSettled(Array.from({ length: 4 }, () => FileLock.take(file, 'the thing')));
  const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(locks).toHaveLength(1);
  for (const lock of locks) await lock.destroy();
});

test('a process of another host is named with its host', async () => {
  // As that process has left it, and holds it.
  const other = await new DataSource({ type: 'sqlite', database: file }).initialize();
  await other.query('CREATE TABLE owner (process TEXT NOT NULL, host TEXT NOT NULL)');
  await other.query(`INSERT INTO owner VALUES ('process 1', 'flags-7d9f')`);
  await other.query('BEGIN IMMEDIATE');
  await expect(FileLock.take(file, 'the thing')).rejects.toThrow(
    'the thing is in use by process 1 on host flags-7d9f',
  );
  await other.destroy();
});

test('the lock file is for its owner alone', async () => {
  const lock = await FileLock.take(file, 'the thing');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await lock.destroy();
});

test('a lock file that is something else is refused, and named', async () => {
  writeFileSync(file, 'x'.repeat(200));
  await expect(FileLock.take(file, 'the thing')).rejects.toMatchObject({
    message: `the lock file ${file} cannot be used`,
    cause: { code: 'SQLITE_NOTADB' },
  });
});
