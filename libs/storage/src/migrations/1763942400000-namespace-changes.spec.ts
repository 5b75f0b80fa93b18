import { DataSource } from 'typeorm';
import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { NamespaceChanges1763942400000 } from './1763942400000-namespace-changes';

type Row = Readonly<Record<string, unknown>>;

async function schemaOf(dataSource: DataSource): Promise<readonly Row[]> {
  return dataSource.query<Row[]>('SELECT "type", "name", "sql" FROM "sqlite_master" ORDER BY "name"');
}

describe('the migration for the changes of namespaces', () => {
  it('adds one table, can be undone, which leaves everything else, and done again', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [InitialSchema1763683200000, NamespaceChanges1763942400000],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    await dataSource.runMigrations();
    const after = await schemaOf(dataSource);
    const isAdded = ({ name }: Row): boolean => String(name).includes('namespace_changes');
    // The index is that of the primary key.
    expect(after.filter(isAdded).map(({ type }) => type)).toEqual(['table', 'index']);
    await dataSource.undoLastMigration();
    expect(await schemaOf(dataSource)).toEqual(after.filter((row) => !isAdded(row)));
    await dataSource.runMigrations();
    expect(await schemaOf(dataSource)).toEqual(after);
    await dataSource.destroy();
  });
});
