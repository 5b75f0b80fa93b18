import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useBucket } from '../e2e/declarative/support/use-bucket';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { describeWithPrograms } from '../support/describe-with-programs';
import { eventually } from '../support/eventually';
import { apiAt } from '../support/http';
import { startServer, type TestServer } from '../support/server';
import { describeWithServers } from './support/describe-with-servers';
import { Instances, seenBy, type Seen } from './support/instances';
import { modes } from './support/tiers';

const run = promisify(execFile);

/** Changes after the backup that are lost with it, and those that follow when it was put back. */
const LOST = 3;
const writes = [0, 1, 3, 10];

interface Backups {
  readonly programs: readonly string[];
  /** Writes the database of that URL to a file, and the other way around. */
  readonly save: (url: string, file: string) => Promise<unknown>;
  readonly restore: (url: string, file: string) => Promise<unknown>;
}

function mariadbAt(url: string): readonly string[] {
  const { hostname, port, username, pathname } = new URL(url);
  return [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, pathname.slice(1)];
}

const backups: Readonly<Record<'postgres' | 'mysql', Backups>> = {
  postgres: {
    programs: ['pg_dump', 'psql'],
    save: (url, file) => run('pg_dump', ['--clean', '--if-exists', `--file=${file}`, url]),
    restore: (url, file) => run('psql', ['--quiet', '--single-transaction', `--file=${file}`, url]),
  },
  mysql: {
    programs: ['mariadb-dump', 'mariadb'],
    save: (url, file) => run('mariadb-dump', [`--result-file=${file}`, ...mariadbAt(url)]),
    restore: (url, file) => run('mariadb', ['--execute', `source ${file}`, ...mariadbAt(url)]),
  },
};

describe.each(['postgres', 'mysql'] as const)('on %s', (database) => {
  jest.setTimeout(90_000);
  const { programs, save, restore } = backups[database];

  describeWithServers([database], 'a backup that is put back', () => {
    describeWithPrograms(programs, 'under instances that run', () => {
      let url: string;
      let directory: string;
      let instances: Instances;

      beforeEach(async () => {
        directory = mkdtempSync(join(tmpdir(), 'pennon-backup-'));
        url = await createServerDatabase(database);
      });

      afterEach(async () => {
        await instances.stop();
        await dropServerDatabase(url);
        rmSync(directory, { recursive: true });
      });

      describe('with an object store that survived it', () => {
        const bucket = useBucket();
        let sidecar: TestServer;

        afterEach(async () => {
          expect(await sidecar.stop()).toBe(0);
        });

        it.each(writes)('and is followed by %d writes: who lives from the store follows', async (further) => {
          const file = join(directory, 'backup.sql');
          instances = await Instances.start({ ...modes.strict, PENNON_DB_URL: url }, bucket.writerEnv);
          sidecar = await startServer({
            tier: 'reader',
            env: { ...bucket.readerEnv, PENNON_FRESHNESS_HEADERS: 'true' },
          });
          const followed = async (enabled: boolean): Promise<Seen> => {
            const seen = await instances.allSee(enabled);
            return eventually(async () => {
              expect(await seenBy(apiAt(sidecar.url))).toEqual(seen);
              return seen;
            });
          };
          await instances.switch(true, 2);
          await save(url, file);
          await instances.switch(false, LOST);
          const lost = await followed(false);
          await restore(url, file);
          if (further > 0) await instances.switch(true, further);
          expect((await followed(true)).revision).toBe(lost.revision - LOST + further);
        });
      });

      describe.each(['strict', 'bounded'] as const)('in %s mode', (mode) => {
        it.each(writes)('and is followed by %d writes: all show what the database has', async (further) => {
          const file = join(directory, 'backup.sql');
          instances = await Instances.start({ ...modes[mode], PENNON_DB_URL: url });
          await instances.switch(true, 2);
          await save(url, file);
          await instances.switch(false, LOST);
          const lost = await instances.allSee(false);
          await restore(url, file);
          if (further > 0) await instances.switch(true, further);
          const seen = await instances.allSee(true);
          expect(seen.revision).toBe(lost.revision - LOST + further);
          expect(await instances.historyChanges()).toEqual([1, 1, 1, 1]);
        });
      });
    });
  });
});
