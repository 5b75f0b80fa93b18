import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, restore } from '@pennon/storage';
import { backUpTo, withoutIdentity } from '../support/backup/backup-file';
import { createEmptyDatabase, databaseKinds, type EmptyDatabase } from '../support/backup/database-kinds';
import { fillDatabase } from '../support/backup/full-database';
import { runPennon, startPennon } from '../support/run-pennon';
import { configFor } from '../support/temporary-database';
import { describeWithServers } from './support/describe-with-servers';

jest.setTimeout(1_800_000);

/** Random moments at which each of the two is killed. */
const MOMENTS = 20;

describeWithServers(['postgres', 'mysql'], 'kill -9', () => {
  describe.each(databaseKinds)('on %s', (kind) => {
    let directory: string;
    let source: EmptyDatabase;
    let backup: string;
    /** How long the command takes when nobody kills it, in milliseconds. */
    let duration: number;

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'pennon-killed-'));
      source = await createEmptyDatabase(kind);
      const database = await openDatabase(configFor(source.url).db, 'writer');
      await fillDatabase(database);
      await database.close();
      backup = join(directory, 'whole.gz');
      await backUpTo(backup, configFor(source.url).db);
    });

    afterAll(async () => {
      await source.remove();
      rmSync(directory, { recursive: true });
    });

    const pennon = async (url: string, ...args: readonly string[]): Promise<void> => {
      const begun = performance.now();
      const done = await runPennon(args, { directory, env: { PENNON_DB_URL: url } });
      expect(done).toMatchObject({ exitCode: 0 });
      duration = performance.now() - begun;
    };

    /** Starts the command and kills it at a random moment, unless it has ended by then. */
    const killed = async (url: string, ...args: readonly string[]): Promise<void> => {
      const child = startPennon(args, { directory, env: { PENNON_DB_URL: url } });
      const ended = once(child, 'close');
      await Promise.race([ended, delay(Math.random() * duration)]);
      child.kill('SIGKILL');
      await ended;
    };

    it('of a backup leaves no file, or a whole one, and the next backup is made', async () => {
      await pennon(source.url, 'backup', 'first.gz');
      for (let moment = 0; moment < MOMENTS; moment++) {
        const name = `killed-${moment}.gz`;
        await killed(source.url, 'backup', name);
        const file = join(directory, name);
        if (existsSync(file)) expect(withoutIdentity(file) === withoutIdentity(backup)).toBe(true);
        await pennon(source.url, 'backup', '--overwrite', name);
        expect(withoutIdentity(file) === withoutIdentity(backup)).toBe(true);
      }
    });

    it('of a restore leaves nothing that a server takes for a database, or a whole one; the next one restores', async () => {
      const timed = await createEmptyDatabase(kind);
      await pennon(timed.url, 'restore', backup);
      await timed.remove();
      for (let moment = 0; moment < MOMENTS; moment++) {
        const target = await createEmptyDatabase(kind);
        const { db } = configFor(target.url);
        await killed(target.url, 'restore', backup);
        const tables = await target.tables();
        const isWhole = tables.length > 0 && !tables.includes('restore_unfinished');
        if (tables.includes('restore_unfinished'))
          await expect(openDatabase(db, 'writer')).rejects.toThrow('has not ended');
        if (isWhole) await expect(restore(db, backup)).rejects.toThrow('is not empty');
        else await pennon(target.url, 'restore', backup);
        const again = join(directory, 'again.gz');
        await backUpTo(again, db);
        expect(withoutIdentity(again) === withoutIdentity(backup)).toBe(true);
        if (kind === 'sqlite') expect(besides(target.url)).toEqual([]);
        await target.remove();
      }
    });
  });
});

/** What lies beside the file of SQLite that was not there before, but for the file of its lock and those of readers. */
function besides(url: string): readonly string[] {
  const directory = join(url.slice('file:'.length), '..');
  return readdirSync(directory).filter(
    (name) => !['p.db', 'p.db.lock', 'p.db-wal', 'p.db-shm'].includes(name),
  );
}
