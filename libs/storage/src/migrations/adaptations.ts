import { type QueryRunner, type TableColumn } from 'typeorm';

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
export async function adaptationOf(runner: QueryRunner, type: string): Promise<Adaptation> {
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
