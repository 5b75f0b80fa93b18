import { DataSource } from 'typeorm';
import { Authentications1763769600000 } from './1763769600000-authentications';
import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { LoginSessions1764547260000 } from './1764547260000-login-sessions';
import { LoginStates1763856000000 } from './1763856000000-login-states';

type Row = Readonly<Record<string, unknown>>;

async function schemaOf(dataSource: DataSource): Promise<readonly Row[]> {
  return dataSource.query<Row[]>('SELECT "type", "name", "sql" FROM "sqlite_master" ORDER BY "name"');
}

describe('the migration for logins under way', () => {
  it('adds one table with an index, can be undone, which leaves everything else, and done again', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [InitialSchema1763683200000, Authentications1763769600000, LoginStates1763856000000],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    await dataSource.runMigrations();
    const after = await schemaOf(dataSource);
    const added = after.filter(({ sql }) => String(sql).includes('"login_states"'));
    expect(added.map(({ type }) => type)).toEqual(['index', 'table']);
    await dataSource.undoLastMigration();
    const before = await schemaOf(dataSource);
    expect(before).toEqual(
      after.filter(({ name, sql }) => !`${String(name)} ${String(sql)}`.includes('login_states')),
    );
    await dataSource.runMigrations();
    expect(await schemaOf(dataSource)).toEqual(after);
    await dataSource.destroy();
  });
});

describe('the migration for the sessions in which logins began', () => {
  it('adds a column that is empty, can be undone, and done again', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [LoginStates1763856000000, LoginSessions1764547260000],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    await dataSource.runMigrations();
    await dataSource.undoLastMigration();
    await dataSource.query(
      `INSERT INTO "login_states" VALUES ('h', 'oidc/acme', 'n', 'v', 'https://a', '/', 1)`,
    );
    await dataSource.runMigrations();
    expect(await dataSource.query('SELECT "state_hash", "previous_session" FROM "login_states"')).toEqual([
      { state_hash: 'h', previous_session: '' },
    ]);
    await dataSource.destroy();
  });
});
