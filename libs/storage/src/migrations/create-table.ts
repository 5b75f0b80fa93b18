import { type QueryRunner, type Table, type TableColumn } from 'typeorm';

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

/** The collation is one that also tells apart what differs by spaces at its end only; the servers have no common one. */
function textOfMysql(collation: string): Readonly<Record<string, Adaptation>> {
  const characters = { charset: 'utf8mb4', collation };
  // `text` ends at 64 KiB.
  return { varchar: characters, text: { ...characters, type: 'longtext' } };
}

/** Creates a table in the words of the database, unless a migration that was broken off has created it already. */
export async function createTable(runner: QueryRunner, table: Table): Promise<void> {
  const product = await productOf(runner);
  const byType = adaptations[product];
  if (byType === undefined) throw new Error(`no tables are known for ${product}`);
  // A copy: the ORM changes tables that it is given.
  const adapted = table.clone();
  for (const column of adapted.columns) Object.assign(column, byType[column.type]);
  if (runner.connection.options.type === 'mysql') adapted.engine = 'InnoDB';
  const ifNotExists = true;
  await runner.createTable(adapted, ifNotExists);
}

/** The ORM’s name of the database, which MariaDB shares with MySQL when it is asked. */
async function productOf(runner: QueryRunner): Promise<string> {
  const { type } = runner.connection.options;
  if (type !== 'mysql') return type;
  const rows = (await runner.query('SELECT VERSION() AS version')) as readonly { version: string }[];
  return rows[0]?.version.includes('MariaDB') ? 'mariadb' : type;
}
