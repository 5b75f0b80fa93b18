import { type EntityManager, type EntitySchema, In, type ObjectLiteral } from 'typeorm';
import { inPieces } from '@pennon/domain';

/** Most values of one statement: SQLite takes 32,766 of them, and servers 65,535. */
const MAX_VALUES = 8000;

/** Most text of one statement, in characters; MySQL takes 4 MB or more as it is installed. A longer row goes alone. */
const MAX_TEXT_LENGTH = 500_000;

/** From so many rows on, a table is another one than the database knew. */
const MANY_ROWS = 1000;

/**
 * Inserts rows, as many with one statement as every database takes.
 *
 * A plain statement, because imports insert a hundred thousand rows: the ORM takes longer to put its own together than
 * a database to carry it out.
 */
export async function insertRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Insertable<Row>[],
): Promise<void> {
  await insertOr('', manager, entity, rows);
  if (rows.length >= MANY_ROWS) await countAnew(manager, manager.connection.getMetadata(entity).tableName);
}

/**
 * Makes rows that there are what is given, by their primary key, as many with one statement as every database takes. A
 * row that is not there is inserted.
 */
export async function replaceRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  await insertOr(replacement(manager, entity), manager, entity, rows);
}

/** Upsert clause: if the key exists, every other column is replaced. */
function replacement<Row extends ObjectLiteral>(
  { connection }: EntityManager,
  entity: EntitySchema<Row>,
): string {
  const { driver } = connection;
  const { primaryColumns, columns } = connection.getMetadata(entity);
  const namesOf = (some: typeof columns): readonly string[] =>
    some.map(({ databaseName }) => driver.escape(databaseName));
  const others = namesOf(columns.filter(({ isPrimary }) => !isPrimary));
  if (driver.options.type === 'mysql')
    return `ON DUPLICATE KEY UPDATE ${others.map((name) => `${name} = VALUES(${name})`).join(', ')}`;
  const replaced = others.map((name) => `${name} = excluded.${name}`).join(', ');
  return `ON CONFLICT (${namesOf(primaryColumns).join(', ')}) DO UPDATE SET ${replaced}`;
}

/**
 * Inserts rows, as many with one statement as every database takes, and does something else with such as are there.
 *
 * @param conflictClause What else, in the words of the database; empty for a failure.
 */
export async function insertOr<Row extends ObjectLiteral>(
  conflictClause: string,
  manager: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Insertable<Row>[],
): Promise<void> {
  const { columns } = manager.connection.getMetadata(entity);
  for (const batch of batchesOf(rows, Math.floor(MAX_VALUES / columns.length))) {
    const parameters: unknown[] = [];
    const sql = insertion(manager, entity, batch, parameters);
    await manager.query(`${sql} ${conflictClause}`, parameters);
  }
}

/** Most rows of a table that are written together with those of others. */
export const FEW_ROWS = 100;

/** Writes the rows of a transaction, those of several tables together where it is told so. */
export class RowWriting {
  private isGathering = false;
  private statements: string[] = [];
  private parameters: unknown[] = [];

  constructor(private readonly manager: EntityManager) {}

  /** Inserts rows that are not there. */
  async insert<Row extends ObjectLiteral>(entity: EntitySchema<Row>, rows: readonly Row[]): Promise<void> {
    if (!(await this.gathers('', entity, rows))) await insertRows(this.manager, entity, rows);
  }

  /** Makes rows that there are what is given, by their primary key. A row that is not there is inserted. */
  async replace<Row extends ObjectLiteral>(entity: EntitySchema<Row>, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const clause = replacement(this.manager, entity);
    if (!(await this.gathers(clause, entity, rows))) await insertOr(clause, this.manager, entity, rows);
  }

  /**
   * Has PostgreSQL write all that `work` inserts and replaces by one statement: a change of a flag is one way there and
   * back. Other databases get one statement for each table, at once.
   *
   * PostgreSQL does them in any order, and looks at references at the end. So `work` reads nothing that it writes, and
   * no row twice.
   */
  async together(work: () => Promise<void>): Promise<void> {
    this.isGathering = this.manager.connection.options.type === 'postgres';
    try {
      await work();
      await this.write();
    } finally {
      this.isGathering = false;
      [this.statements, this.parameters] = [[], []];
    }
  }

  /** Many rows go alone, after what they may refer to. @returns True if the rows wait now, or there are none. */
  private async gathers<Row extends ObjectLiteral>(
    conflictClause: string,
    entity: EntitySchema<Row>,
    rows: readonly Row[],
  ): Promise<boolean> {
    if (rows.length === 0) return true;
    if (!this.isGathering || rows.length > FEW_ROWS) {
      await this.write();
      return false;
    }
    const sql = insertion(this.manager, entity, rows, this.parameters);
    this.statements.push(`${sql} ${conflictClause}`);
    return true;
  }

  private async write(): Promise<void> {
    const { statements, parameters } = this;
    [this.statements, this.parameters] = [[], []];
    const last = statements.pop();
    if (last === undefined) return;
    const others = statements.map((sql, index) => `written_${index} AS (${sql})`);
    await this.manager.query(others.length === 0 ? last : `WITH ${others.join(', ')} ${last}`, parameters);
  }
}

/**
 * Has PostgreSQL look at a table that has grown in this transaction. It would go on planning for the small table, and
 * walk through the whole namespace for every reference to one of its rows: minutes, for an import of 10,000 flags.
 * Nobody is waited for who is looking already.
 */
async function countAnew(manager: EntityManager, tableName: string): Promise<void> {
  const { driver } = manager.connection;
  if (driver.options.type !== 'postgres') return;
  await manager.query(`ANALYZE (SKIP_LOCKED) ${driver.escape(tableName)}`);
}

/** A value that the database works out. */
export class Computed {
  constructor(readonly sql: string) {}
}

/** A row some of whose values the database works out. */
export type Insertable<Row> = { readonly [Property in keyof Row]: Row[Property] | Computed };

/** A statement that inserts rows. @param parameters What it is given is added to these. */
export function insertion<Row extends ObjectLiteral>(
  { connection }: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Insertable<Row>[],
  parameters: unknown[],
): string {
  const { driver } = connection;
  const { tableName, columns } = connection.getMetadata(entity);
  const tuples = rows.map((row) => {
    const values = columns.map((column) => {
      const value: unknown = row[column.propertyName];
      if (value instanceof Computed) return value.sql;
      const stored: unknown = driver.preparePersistentValue(value, column);
      return driver.createParameter('value', parameters.push(stored) - 1);
    });
    return `(${values.join(', ')})`;
  });
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  return `INSERT INTO ${driver.escape(tableName)} (${names}) VALUES ${tuples.join(', ')}`;
}

function* batchesOf<Row extends object>(rows: readonly Row[], maxRows: number): Generator<Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for (const row of rows) {
    const added = textLengthOf(row);
    if (batch.length === maxRows || (batch.length > 0 && length + added > MAX_TEXT_LENGTH)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += added;
  }
  if (batch.length > 0) yield batch;
}

function textLengthOf(row: object): number {
  let length = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length;
}

/** A row that its namespace knows by its key. */
interface KeyedRow {
  readonly namespaceKey: string;
  readonly key: string;
}

/** Most keys of one statement; far below what any database takes. */
const KEYS_AT_ONCE = 500;

/** Deletes the rows of these keys, those that there are, with few statements. */
export async function deleteKeys(
  manager: EntityManager,
  entity: EntitySchema<KeyedRow>,
  namespaceKey: string,
  keys: readonly string[],
): Promise<void> {
  for (const some of inPieces(keys, KEYS_AT_ONCE)) {
    await manager.delete(entity, { namespaceKey, key: In(some) });
  }
}

/** A row that has an id, in a namespace. */
export interface Identified {
  readonly namespaceKey: string;
  readonly id: string;
}

/** Deletes rows of one namespace by their ids, with few statements. */
export async function deleteIds(
  manager: EntityManager,
  entity: EntitySchema<Identified>,
  rows: readonly Identified[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { namespaceKey } = first;
  for (const some of inPieces(rows, KEYS_AT_ONCE)) {
    await manager.delete(entity, { namespaceKey, id: In(some.map(({ id }) => id)) });
  }
}
