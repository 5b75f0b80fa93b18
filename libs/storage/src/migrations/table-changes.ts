import { type QueryRunner, type Table, TableColumn, type TableColumnOptions, TableIndex } from 'typeorm';

/** What a column is on a database beyond what the migration says. */
type Adaptation = Partial<Pick<TableColumn, 'type' | 'charset' | 'collation'>>;

/**
 * What the databases call things, by type of column, so that they mean the same on each as on SQLite: text of any
 * length, told apart by every character, and ordered by the code points of its characters.
 */
const adaptations: Readonly<Record<string, Readonly<Record<string, Adaptation>>>> = {
  sqlite: {},
  postgres: { varchar: { collation: 'C' } },
  // Its integer has 64 bits unless it is told otherwise; text is ordered by code points anyway.
  cockroachdb: { integer: { type: 'int4' } },
  mysql: textOfMysql('utf8mb4_0900_bin'),
  mariadb: textOfMysql('utf8mb4_nopad_bin'),
};

/**
 * The collation is one that also tells apart what differs by spaces at its end only; the servers have no common one.
 */
function textOfMysql(collation: string): Readonly<Record<string, Adaptation>> {
  const characters = { charset: 'utf8mb4', collation };
  // `text` ends at 64 KiB.
  return { varchar: characters, text: { ...characters, type: 'longtext' } };
}

/** What a column of that type is on the database of the runner. @throws Error if that is none that is known. */
async function adaptationOf(runner: QueryRunner, type: string): Promise<Adaptation> {
  const product = await productOf(runner);
  const byType = adaptations[product];
  if (byType === undefined) throw new Error(`no tables are known for ${product}`);
  return byType[type] ?? {};
}

/** The ORM’s name of the database, which MariaDB shares with MySQL when it is asked. */
async function productOf(runner: QueryRunner): Promise<string> {
  const { type } = runner.connection.options;
  if (type !== 'mysql') return type;
  const rows = (await runner.query('SELECT VERSION() AS version')) as readonly { version: string }[];
  return rows[0]?.version.includes('MariaDB') ? 'mariadb' : type;
}

/** Creates a table in the words of the database, unless a migration that was broken off has created it already. */
export async function createTable(runner: QueryRunner, table: Table): Promise<void> {
  // A copy: the ORM changes tables that it is given.
  const adapted = table.clone();
  for (const column of adapted.columns) Object.assign(column, await adaptationOf(runner, column.type));
  if (runner.connection.options.type === 'mysql') adapted.engine = 'InnoDB';
  const ifNotExists = true;
  await runner.createTable(adapted, ifNotExists);
}

/** A column whose rows have the default to begin with, which is written as in SQL. */
export type AddedColumn = Omit<TableColumnOptions, 'default'> & {
  readonly length: string;
  readonly default: string;
};

/**
 * Adds a column, in the words of the database, unless a migration that was broken off has added it
 * already.
 */
export async function addColumn(runner: QueryRunner, table: string, column: AddedColumn): Promise<void> {
  if (await runner.hasColumn(table, column.name)) return;
  const { name, type, length, default: value } = column;
  // The ORM would make the table anew and drop the old one, and with it, as references say, what belongs to its rows.
  if (runner.connection.options.type === 'sqlite')
    await runner.query(
      `ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}(${length}) NOT NULL DEFAULT (${value})`,
    );
  else await runner.addColumn(table, new TableColumn({ ...column, ...(await adaptationOf(runner, type)) }));
}

/** Adds a column that may be null, unless a migration that was broken off has added it already. */
export async function addOptionalColumn(
  runner: QueryRunner,
  table: string,
  { name, type }: Pick<TableColumnOptions, 'name' | 'type'>,
): Promise<void> {
  if (await runner.hasColumn(table, name)) return;
  if (runner.connection.options.type === 'sqlite')
    await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}`);
  else
    await runner.addColumn(
      table,
      new TableColumn({ name, type, isNullable: true, ...(await adaptationOf(runner, type)) }),
    );
}

/** Adds an index, unless a migration that was broken off has added it already. */
export async function addIndex(
  runner: QueryRunner,
  table: string,
  name: string,
  columns: readonly string[],
): Promise<void> {
  const { indices = [] } = (await runner.getTable(table)) ?? {};
  if (indices.some((index) => index.name === name)) return;
  await runner.createIndex(table, new TableIndex({ name, columnNames: [...columns] }));
}

/** Takes away a column that {@link addColumn} or {@link addOptionalColumn} has added. */
export async function dropColumn(runner: QueryRunner, table: string, column: string): Promise<void> {
  if (runner.connection.options.type === 'sqlite')
    await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  else await runner.dropColumn(table, column);
}
