import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pennon/storage';
import { backUpTo, textOf, withoutIdentity } from '../support/backup/backup-file';
import { createEmptyDatabase, databaseKinds, type EmptyDatabase } from '../support/backup/database-kinds';
import { fillDatabase } from '../support/backup/full-database';
import { runPennon } from '../support/run-pennon';
import { configFor } from '../support/temporary-database';
import { describeWithServers } from './support/describe-with-servers';

jest.setTimeout(180_000);

describeWithServers(['postgres', 'mysql'], 'a backup between databases', () => {
  let directory: string;
  const made: EmptyDatabase[] = [];

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-backup-'));
  });

  afterAll(async () => {
    for (const database of made) await database.remove();
    rmSync(directory, { recursive: true });
  });

  describe.each(databaseKinds)('of %s', (from) => {
    const file = (name: string): string => join(directory, `${from}-${name}.gz`);

    beforeAll(async () => {
      const source = await createEmptyDatabase(from);
      made.push(source);
      const database = await openDatabase(configFor(source.url).db, 'writer');
      await fillDatabase(database);
      await database.close();
      await backUpTo(file('first'), configFor(source.url).db);
    });

    it.each(databaseKinds)('is the same file again when it was restored into %s', async (to) => {
      const target = await createEmptyDatabase(to);
      made.push(target);
      const env = { PENNON_DB_URL: target.url };
      const restored = await runPennon(['restore', file('first')], { directory, env });
      expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
      await backUpTo(file(to), configFor(target.url).db);
      expect(withoutIdentity(file(to)) === withoutIdentity(file('first'))).toBe(true);
      expect(textOf(file(to)).split('\n')[0]).toBe(textOf(file('first')).split('\n')[0]);
    });
  });
});
