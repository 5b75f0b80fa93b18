import { DataSource } from 'typeorm';
import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { NamespaceChanges1763942400000 } from './1763942400000-namespace-changes';
import { TokenRevocations1764028800000 } from './1764028800000-token-revocations';
import { RevisionMarks1764460800000 } from './1764460800000-revision-marks';
import { History1764633600000 } from './1764633600000-history';

const before = [
  InitialSchema1763683200000,
  NamespaceChanges1763942400000,
  TokenRevocations1764028800000,
  RevisionMarks1764460800000,
];

describe('the migration for the history', () => {
  it('takes the place of the table of changes, can be undone, and done again', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [...before, History1764633600000],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    const columns = async (): Promise<readonly string[]> => {
      const rows = await dataSource.query<{ readonly column: string }[]>(
        `SELECT "m"."name" || '.' || "c"."name" AS "column" FROM "sqlite_master" "m", pragma_table_info("m"."name") "c"
         WHERE "m"."type" = 'table' AND "m"."name" <> 'schema_migrations' ORDER BY 1`,
      );
      return rows.map(({ column }) => column);
    };
    await dataSource.runMigrations();
    const after = await columns();
    const tables = (names: readonly string[]): ReadonlySet<string | undefined> =>
      new Set(names.map((name) => name.split('.')[0]));
    expect(tables(after)).not.toContain('namespace_changes');
    await dataSource.undoLastMigration();
    const undone = await columns();
    const changed = tables([
      ...after.filter((name) => !undone.includes(name)),
      ...undone.filter((name) => !after.includes(name)),
    ]);
    expect(changed).toEqual(new Set(['revisions', 'revision_items', 'namespace_changes']));
    expect(undone.filter((name) => name.startsWith('namespace_changes.'))).toHaveLength(5);
    await dataSource.runMigrations();
    expect(await columns()).toEqual(after);
    await dataSource.destroy();
  });
});
