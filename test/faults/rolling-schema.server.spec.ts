import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { commonOptions } from '../../libs/storage/src/database/data-source-options';
import { BOOTSTRAP_TOKEN } from '../support/auth-server';
import { describeDrill } from './support/describe-drill';
import { EvaluationLoad, printPhases } from './support/evaluation-load';
import { type KnownFlags } from './support/known-flags';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { seeNextChange } from './support/see-change';
import { startTier, startTiers, stopInGoodOrder, type DrilledServer, type Env } from './support/tiers';

const DATABASE = 'flags';

/** Has the database as it was before the newest migration, with what is in it. */
async function undoNewestMigration(url: string): Promise<void> {
  const dataSource = await new DataSource({ ...commonOptions, type: 'postgres', url }).initialize();
  await dataSource.undoLastMigration();
  await dataSource.destroy();
}

/** Has the database as a version to come would leave it, for whom this one is the previous one. */
async function migrateToNewerVersion(postgres: PrivatePostgres): Promise<void> {
  await postgres.query('ALTER TABLE flags ADD COLUMN colour text', DATABASE);
  await postgres.query(
    `INSERT INTO schema_migrations ("timestamp", name) VALUES (9999999999999, 'Colours9999999999999')`,
    DATABASE,
  );
}

describeDrill(postgresPrograms, 'while a schema is brought up to date', () => {
  let directory: string;
  let postgres: PrivatePostgres;
  let env: Env;
  let flags: KnownFlags;
  let load: EvaluationLoad;
  /** A reader under load: it evaluates from what it has kept. */
  let steady: DrilledServer;
  /** A reader that has kept nothing. */
  let waiting: Promise<DrilledServer>;
  const running: DrilledServer[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-kept-'));
    postgres = await PrivatePostgres.create();
    env = { PENNON_DB_URL: await postgres.createDatabase(DATABASE) };
    const steadyEnv = { PENNON_SNAPSHOT_DIRECTORY: directory };
    const tiers = await startTiers(env, { readerEnv: steadyEnv });
    ({ flags } = tiers);
    await seeNextChange(tiers);
    await tiers.stop();
    await undoNewestMigration(postgres.url(DATABASE));
    steady = await startTier('reader', { ...env, ...steadyEnv });
    running.push(steady);
    load = new EvaluationLoad(flags, { url: steady.server.url, token: BOOTSTRAP_TOKEN });
  });

  afterAll(async () => {
    await load.stop();
    for (const { server } of running) await stopInGoodOrder(server);
    await postgres.remove();
    rmSync(directory, { recursive: true });
  });

  it('a writer that is not to migrate refuses to start, and says what to do', async () => {
    const start = startTier('writer', { ...env, PENNON_DB_MIGRATE: 'false' });
    await expect(start).rejects.toThrow(/is behind .*run `pennon migrate`/);
  });

  it('a reader waits, and evaluates when it is done', async () => {
    let hasStarted = false;
    waiting = startTier('reader', env).then((reader) => {
      hasStarted = true;
      return reader;
    });
    await load.phase('the previous schema', () => delay(2_000));
    expect(hasStarted).toBe(false);

    const writers = await load.phase('two writers migrate', () =>
      Promise.all([startTier('writer', env), startTier('writer', env)]),
    );
    running.push(...writers);
    const reader = await waiting;
    running.push(reader);
    for (const { api } of writers) {
      flags.writeAt(api);
      await seeNextChange({ flags, reader });
    }
  });

  it('a reader that has kept its snapshots evaluates all the time, and catches up', async () => {
    await load.phase('this schema', () => seeNextChange({ flags, reader: steady }));
  });

  it('those that run go on when a newer version has migrated', async () => {
    await migrateToNewerVersion(postgres);
    for (const reader of running) await load.phase('a newer schema', () => seeNextChange({ flags, reader }));
  });

  it.each(['writer', 'reader'] as const)(
    'a %s refuses to start on a newer schema, and says so',
    async (tier) => {
      await expect(startTier(tier, env)).rejects.toThrow(/is newer than this version.*Colours9999999999999/);
    },
  );

  it('every evaluation is right', async () => {
    expect(await load.stop()).toEqual([]);
    printPhases('schemas old and new: evaluations at a reader', load.phases);
  });
});
