import { DataSource } from 'typeorm';
import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { NamespaceChanges1763942400000 } from './1763942400000-namespace-changes';
import { TokenRevocations1764028800000 } from './1764028800000-token-revocations';
import { RevisionMarks1764460800000 } from './1764460800000-revision-marks';

type Row = Readonly<Record<string, unknown>>;

describe('the migration for the marks of revisions', () => {
  it('adds columns and keeps all rows, can be undone, and done again', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [
        ...[InitialSchema1763683200000, NamespaceChanges1763942400000, TokenRevocations1764028800000],
        RevisionMarks1764460800000,
      ],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    const read = (sql: string): Promise<Row[]> => dataSource.query<Row[]>(sql);
    const columns = (): Promise<Row[]> =>
      read(`SELECT "m"."name" || '.' || "c"."name" AS "column" FROM "sqlite_master" "m", pragma_table_info("m"."name") "c"
            WHERE "m"."type" = 'table' ORDER BY 1`);
    await dataSource.runMigrations();
    const after = await columns();
    await dataSource.query(
      `INSERT INTO "flags" ("namespace_key", "key", "name", "description", "type", "enabled", "created_at", "updated_at")
       VALUES ('default', 'checkout', 'Checkout', '', 'boolean', TRUE, 1, 2)`,
    );
    await dataSource.undoLastMigration();
    const isMark = ({ column }: Row): boolean => String(column).includes('mark');
    expect(after.filter(isMark)).toHaveLength(6);
    expect(await columns()).toEqual(after.filter((row) => !isMark(row)));
    await dataSource.runMigrations();
    expect(await columns()).toEqual(after);
    // What refers to a namespace goes with it, and none has gone.
    expect(await read('SELECT "key" FROM "flags"')).toEqual([{ key: 'checkout' }]);
    expect(await read('SELECT "mark", "mark_before" FROM "namespaces"')).toEqual([
      { mark: '', mark_before: '' },
    ]);
    await dataSource.destroy();
  });

  it('passes over what a migration that was broken off has added', async () => {
    const dataSource = await new DataSource({
      type: 'sqlite',
      database: ':memory:',
      migrations: [
        ...[InitialSchema1763683200000, NamespaceChanges1763942400000, TokenRevocations1764028800000],
      ],
      migrationsTableName: 'schema_migrations',
    }).initialize();
    await dataSource.runMigrations();
    const runner = dataSource.createQueryRunner();
    await runner.query(`ALTER TABLE "namespaces" ADD COLUMN "mark" varchar(16) NOT NULL DEFAULT ('')`);
    await new RevisionMarks1764460800000().up(runner);
    expect(await runner.query('SELECT "mark_before" FROM "token_revocations"')).toEqual([]);
    await dataSource.destroy();
  });
});
