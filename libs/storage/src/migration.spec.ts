import { readFileSync } from 'node:fs';
import type { DatabaseConfig, ServerAddress } from '@pennon/config';
import { features } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { aFlag } from '@pennon/testing';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database';
import { configFor } from '../../../test/support/temporary-database';
import { isSqlite } from '../../../test/support/database-server';
import { migrations } from './database/data-source-options';
import type { PlainRow } from './database/database';
import { isContention } from './database/driver-errors';
import { entitiesWithout } from './database/entities-without';
import { release, releasedBy } from './database/releasing';
import { DEPLOYMENT_ID, DeploymentEntity } from './entities/deployment.entity';
import { Compatibility1764979200000 } from './migrations/1764979200000-compatibility';
import { NamespaceLook1765843200000 } from './migrations/1765843200000-namespace-look';
import type { Addition } from './migrations/additions';
import { requireVersion } from './migrations/require-version';
import { GrowingSchema } from './server/growing-schema';
import { NamespaceLookStore } from './stores/namespace-look.store';
import { openDatabase } from './open-database';
import { UnitOfWork } from './unit-of-work';
import { migrate, migrationStatus } from './migration';
import { NewerSchemaError, readSchemaState, SchemaError, UnusableSchemaError } from './database/schema-state';

const names = migrations.map(({ name }) => name);

let place: TestDatabase;
let config: DatabaseConfig;

beforeEach(async () => {
  place = await createTestDatabase();
  config = configFor(place.url).db;
});

afterEach(async () => {
  await place.remove();
});

/** Works on the database with nothing but the driver and these migrations. */
async function plainly<T>(
  some: readonly (new () => object)[],
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const options = { migrations: [...some], migrationsTableName: 'schema_migrations' };
  const where =
    config.dialect === 'sqlite'
      ? { type: 'sqlite', database: config.file }
      : { type: config.dialect, url: place.url };
  const dataSource = await new DataSource({ ...options, ...where } as DataSourceOptions).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Makes the database one of the version that had so many migrations. */
async function makeOlder(count: number): Promise<void> {
  await plainly(migrations.slice(0, count), (dataSource) =>
    dataSource.runMigrations({ transaction: 'none' }),
  );
}

/** Makes the database one of a version that is yet to come. @param minVersion The oldest that may use it. */
async function makeNewer(minVersion?: string): Promise<void> {
  await migrate(config);
  await plainly([], async (dataSource) => {
    await dataSource.query(
      `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Future9999999999999')`,
    );
    await dataSource.query('ALTER TABLE flags ADD COLUMN future integer');
    if (minVersion !== undefined) await requireVersion(dataSource.createQueryRunner(), minVersion);
  });
}

const featureNames = features.map(({ name }) => name);
const nothingTold = { minVersion: undefined, released: [] };

describe('the state of the schema', () => {
  it('is read without changing anything', async () => {
    const fresh = { applied: [], pending: names, unknown: [], ...nothingTold };
    expect(await migrationStatus(config)).toEqual(fresh);
    expect(await migrationStatus(config)).toEqual(fresh);
  });

  it('may be made by another instance while it is read', async () => {
    await plainly([], async (dataSource) => {
      const runner = dataSource.createQueryRunner();
      const query = runner.query.bind(runner);
      jest.spyOn(dataSource, 'createQueryRunner').mockReturnValue(runner);
      jest.spyOn(runner, 'query').mockImplementationOnce(async (...asked) => {
        const answer: unknown = await query(...asked);
        await migrate(config);
        return answer;
      });
      expect(await readSchemaState(dataSource, 'here')).toMatchObject({
        applied: names,
        pending: [],
        unknown: [],
      });
    });
  });

  it('tells what was run, and what is pending', async () => {
    await makeOlder(2);
    expect(await migrationStatus(config)).toEqual({
      applied: names.slice(0, 2),
      pending: names.slice(2),
      unknown: [],
      ...nothingTold,
    });
  });

  it('tells what a newer version has run', async () => {
    await makeNewer('99.0.0');
    expect(await migrationStatus(config)).toEqual({
      applied: [...names, 'Future9999999999999'],
      pending: [],
      unknown: ['Future9999999999999'],
      minVersion: '99.0.0',
      released: featureNames,
    });
  });
});

describe('a migration', () => {
  it('runs what is pending, names it, and then has nothing left to do', async () => {
    await makeOlder(1);
    // A server may have other instances, which do not know what is new.
    const released = isSqlite ? featureNames : [];
    expect(await migrate(config, { dryRun: true })).toEqual({ ran: names.slice(1), released });
    expect(await migrate(config)).toEqual({ ran: names.slice(1), released });
    expect(await migrate(config)).toEqual({ ran: [], released: [] });
    expect(await migrationStatus(config)).toMatchObject({ applied: names, pending: [] });
  });

  it('that is only tried changes nothing', async () => {
    expect(await migrate(config, { dryRun: true })).toMatchObject({ ran: names });
    expect(await migrationStatus(config)).toMatchObject({ applied: [] });
  });

  it('is done once when many begin it together', async () => {
    // On a file, no more than the driver has threads: all would wait for the one that has the lock.
    const done = await Promise.all(Array.from({ length: 3 }, () => migrate(config)));
    expect(await migrationStatus(config)).toMatchObject({ applied: names });
    expect(done.map(({ ran }) => ran).toSorted((one, other) => one.length - other.length)).toEqual([
      [],
      [],
      names,
    ]);
  });

  it('is done once when many instances start together', async () => {
    const databases = await Promise.all(Array.from({ length: 3 }, () => openDatabase(config, 'writer')));
    for (const database of databases) {
      expect(await new UnitOfWork(database).read(({ namespaces }) => namespaces.all())).toHaveLength(1);
      await database.close();
    }
    expect(await migrationStatus(config)).toMatchObject({ applied: names });
  });

  it('that was broken off anywhere goes on where it can', async () => {
    await makeOlder(names.length);
    // What was made is there, and that it was made is not.
    await plainly([], (dataSource) => dataSource.query('DELETE FROM schema_migrations'));
    expect(await migrate(config)).toMatchObject({ ran: names });
    const database = await openDatabase(config, 'writer');
    expect(await new UnitOfWork(database).read(({ namespaces }) => namespaces.all())).toHaveLength(1);
    await database.close();
  });
});

describe('a database of the version before', () => {
  it.each(names.map((name, index) => [index + 1, name] as const).slice(0, -1))(
    'of %d migrations, up to %s, keeps its rows when it is opened, and works',
    async (count) => {
      await makeOlder(count);
      const values = `'default', 'old', 'Old', '', 'boolean', TRUE, 1, 2`;
      await plainly([], (dataSource) => {
        const columns = [
          'namespace_key',
          'key',
          'name',
          'description',
          'type',
          'enabled',
          'created_at',
          'updated_at',
        ];
        const escaped = columns.map((column) => dataSource.driver.escape(column)).join();
        return dataSource.query(`INSERT INTO flags (${escaped}) VALUES (${values})`);
      });
      const database = await openDatabase(config, 'writer');
      const unitOfWork = new UnitOfWork(database);
      await unitOfWork.write(({ flags }) => flags.createAll([aFlag('new')]));
      const { items } = await unitOfWork.read(({ flags }) => flags.list('default', { limit: 0, offset: 0 }));
      expect(items.map(({ key, isEnabled }) => [key, isEnabled])).toEqual([
        ['old', true],
        ['new', true],
      ]);
      await database.close();
    },
  );
});

describe('a database that a newer version has migrated', () => {
  it('is used like any other, as long as that has only added something', async () => {
    await makeNewer();
    expect(await migrate(config, { dryRun: true })).toEqual({ ran: [], released: [] });
    expect(await migrate(config)).toEqual({ ran: [], released: [] });
    const writer = await openDatabase(config, 'writer');
    await new UnitOfWork(writer).write(({ flags }) => flags.createAll([aFlag('new')]));
    const reader = await openDatabase(config, 'reader');
    const { items } = await new UnitOfWork(reader).read(({ flags }) =>
      flags.list('default', { limit: 0, offset: 0 }),
    );
    expect(items.map(({ key }) => key)).toEqual(['new']);
    await reader.close();
    await writer.close();
  });

  it.each([
    [
      '99.0.0',
      `is for version 99.0.0 of Pennon and newer ones (deployment.min_version), and this is ${VERSION}; run a version that`,
    ],
    // Of a pre-release, too, later ones are newer.
    ['99.0.0-beta.2', 'is for version 99.0.0-beta.2 of Pennon and newer ones'],
    ['abc', 'is for version abc of Pennon and newer ones (deployment.min_version)'],
  ])(
    'for %s and later is refused by a writer, by a reader, and by a migration',
    async (minVersion, message) => {
      await makeNewer(minVersion);
      for (const attempt of [
        () => openDatabase(config, 'writer'),
        () => openDatabase(config, 'reader'),
        () => migrate(config),
        () => migrate(config, { dryRun: true }),
      ]) {
        const refusal = expect(attempt()).rejects;
        await refusal.toThrow(NewerSchemaError);
        await refusal.toThrow(message);
      }
    },
  );

  it('and that does not say for whom it is, is refused', async () => {
    await makeOlder(names.indexOf(Compatibility1764979200000.name));
    await plainly([], (dataSource) =>
      dataSource.query(
        `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Future9999999999999')`,
      ),
    );
    await expect(migrate(config)).rejects.toThrow(
      /is newer than this version of Pennon \(it has the migration Future9999999999999\)/,
    );
  });
});

describe('a schema without the columns of a migration that is to come', () => {
  const { columns } = new Compatibility1764979200000();

  /** Opens the database as one that lacks some columns. */
  async function openWithout(lacking: readonly Addition[]): Promise<DataSource> {
    const where =
      config.dialect === 'sqlite'
        ? { type: 'sqlite', database: config.file }
        : { type: config.dialect, url: place.url };
    const entities = [...entitiesWithout(lacking)];
    return new DataSource({ ...where, entities } as DataSourceOptions).initialize();
  }

  it('has no looks of namespaces', async () => {
    await makeOlder(names.indexOf(NamespaceLook1765843200000.name));
    const dataSource = await openWithout(new NamespaceLook1765843200000().columns);
    const looks = new NamespaceLookStore(dataSource.manager);
    expect([looks.isThere, await looks.list()]).toEqual([false, []]);
    await dataSource.destroy();
  });

  it('is worked on without them, and left as soon as it has them', async () => {
    await makeOlder(names.indexOf(Compatibility1764979200000.name));
    const dataSource = await openWithout(columns);
    expect(await dataSource.manager.findOneBy(DeploymentEntity, { id: DEPLOYMENT_ID })).toMatchObject({
      tokenRevision: 0,
    });
    const schema = new GrowingSchema(undefined);
    schema.opened([Compatibility1764979200000.name]);
    const ask = async (sql: string): Promise<readonly PlainRow[]> => dataSource.query(sql);
    await schema.assert(ask, {} as ServerAddress);
    await migrate(config);
    const failure: unknown = await schema.assert(ask, {} as ServerAddress).catch((error: unknown) => error);
    expect(schema.isLackedBy(failure)).toBe(true);
    // What was to be done is done on new connections.
    expect(isContention(failure)).toBe(true);
    await dataSource.destroy();
  });
});

describe('the features that a migration releases', () => {
  const known = [
    { name: 'later', alwaysFrom: '99.0.0' },
    { name: 'of-old', alwaysFrom: '0.0.1' },
  ];
  const state = { applied: ['a'], pending: [], unknown: [], minVersion: undefined, released: [] };

  it('are all of them where no other instance runs: on a new database, and on one that is alone', () => {
    expect(releasedBy({ ...state, applied: [] }, { isAlone: false }, known)).toEqual(['later', 'of-old']);
    expect(releasedBy(state, { isAlone: true }, known)).toEqual(['later', 'of-old']);
  });

  it('are elsewhere those that every version has beside which this one runs', () => {
    expect(releasedBy(state, { isAlone: false }, known)).toEqual(['of-old']);
  });

  it('are written down beside those that were before, once', async () => {
    await migrate(config);
    const database = await openDatabase(config, 'writer');
    const released = async (): Promise<readonly string[]> =>
      new UnitOfWork(database).read(({ features }) => features.released());
    expect(await released()).toEqual(featureNames);
    await database.write((manager) => release(manager, ['of-old']));
    await database.write((manager) => release(manager, ['later', 'of-old']));
    const all = [...featureNames, 'later', 'of-old'].toSorted();
    expect(await released()).toEqual(all);
    await database.close();
    expect(await migrationStatus(config)).toMatchObject({ released: all });
    expect(releasedBy(await migrationStatus(config), { isAlone: true }, known)).toEqual([]);
  });
});

describe('a database of another program', () => {
  /** Everything that would use the database. */
  const attempts: readonly (() => Promise<unknown>)[] = [
    () => openDatabase(config, 'writer'),
    () => openDatabase(config, 'reader'),
    () => migrate(config),
    () => migrationStatus(config),
  ];

  /** The file as it is; nothing of a server. */
  function bytes(): Buffer | undefined {
    return config.dialect === 'sqlite' ? readFileSync(config.file) : undefined;
  }

  it.each([
    [
      'of Flipt',
      ['CREATE TABLE schema_migrations (version int, dirty int)', 'CREATE TABLE flags (a int)'],
      /is one of Flipt, not of Pennon; docs\/migrating-from-flipt\.md says how/,
    ],
    [
      'with a table of the same name as one of ours',
      ['CREATE TABLE flags (a int)'],
      /is not one of Pennon: it has a table or view flags of another program; use an empty database/,
    ],
    [
      'with a view of the same name as one of ours',
      ['CREATE VIEW flags AS SELECT 1 AS a'],
      /is not one of Pennon: it has a table or view flags of another program; use an empty database/,
    ],
    [
      'with another record of migrations',
      ['CREATE TABLE schema_migrations (version int)'],
      /is not one of Pennon: it has a table or view schema_migrations of another program/,
    ],
  ])('%s is refused in clear words, and left as it is', async (_, statements, message) => {
    await plainly([], async (dataSource) => {
      for (const statement of statements) await dataSource.query(statement);
    });
    const before = bytes();
    for (const attempt of attempts) {
      const refusal = expect(attempt()).rejects;
      await refusal.toThrow(UnusableSchemaError);
      await refusal.toThrow(message);
    }
    expect(bytes()).toEqual(before);
  });

  it('may share a server, and no file', async () => {
    await plainly([], (dataSource) => dataSource.query('CREATE TABLE invoices (a int)'));
    const opening = openDatabase(config, 'writer');
    if (isSqlite) await expect(opening).rejects.toThrow('it has a table or view invoices of another program');
    else await (await opening).close();
  });
});

describe('a writer that is not to migrate', () => {
  it('refuses a database that is behind, and says what to do', async () => {
    const careful = configFor(place.url, { PENNON_DB_MIGRATE: 'false' }).db;
    await expect(openDatabase(careful, 'writer')).rejects.toThrow(
      new SchemaError(
        `the schema of the database ${config.location} is behind (it lacks the migration ${names[0] ?? ''}); ` +
          'run `pennon migrate`',
      ),
    );
    expect(await migrationStatus(config)).toMatchObject({ applied: [] });
    await migrate(config);
    const database = await openDatabase(careful, 'writer');
    await database.close();
  });
});

describe('a reader', () => {
  it('waits for the schema it needs, says so, and never makes it', async () => {
    const reasons: string[] = [];
    const opening = openDatabase(config, 'reader', { onWait: (reason) => reasons.push(reason) });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await migrationStatus(config)).toMatchObject({ applied: [] });
    expect(reasons.at(-1)).toMatch(/is not there yet|is behind/);
    await migrate(config);
    const database = await opening;
    expect(await new UnitOfWork(database).read(({ namespaces }) => namespaces.all())).toHaveLength(1);
    await database.close();
  });

  it('stops waiting when it is told to', async () => {
    const stop = new AbortController();
    const opening = openDatabase(config, 'reader', { signal: stop.signal });
    stop.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('never writes', async () => {
    await migrate(config);
    const database = await openDatabase(config, 'reader');
    await expect(database.write((manager) => manager.query('DELETE FROM flags'))).rejects.toThrow(
      'modification is not allowed in read-only mode',
    );
    await expect(
      database.read((manager) => manager.query(`UPDATE namespaces SET revision = 9`)),
    ).rejects.toThrow();
    expect(await new UnitOfWork(database).read(({ namespaces }) => namespaces.find('default'))).toMatchObject(
      {
        revision: 0,
      },
    );
    await database.close();
  });
});
