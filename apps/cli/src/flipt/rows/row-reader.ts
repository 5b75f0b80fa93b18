import { type Dialect } from '@pennon/config';
import { DEFAULT_NAMESPACE_KEY, TooLargeError, quote, type Instant } from '@pennon/domain';
import { type FliptConnection } from '../connections/flipt-connection';
import { type FliptSchema } from './flipt-schema';
import { asked, valueOf, type ColumnKind, type ColumnValues } from './column-kinds';

/** Most rows of one table and namespace that are read: they are all in memory. */
const MAX_ROWS = 1_000_000;

/** The columns to read of a table. */
type Columns = Readonly<Record<string, ColumnKind>>;

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ColumnValues[C[Name]] };

/** Rows of a table without a namespace: it is that of the row that they belong to. */
export interface Owner {
  readonly table: string;
  /** The column that holds the owner's id. */
  readonly column: string;
}

/** Which rows of a table, called `t`. */
interface Selection {
  readonly table: string;
  readonly join?: string | undefined;
  readonly where: string;
  /** Of the `?` in `where`. */
  readonly values: readonly string[];
  /** As they lie there unless given. */
  readonly order?: string;
  readonly limit: number;
}

/** Reads rows as they are, of whatever schema: columns that it lacks are null. */
export class RowReader {
  constructor(
    private readonly connection: FliptConnection,
    readonly schema: FliptSchema,
  ) {}

  /** All rows of a table in the order of their creation; none where there is no such table. */
  async all<C extends Columns & { created_at: 'moment' }>(
    table: string,
    columns: C,
  ): Promise<readonly RowOf<C>[]> {
    const rows = await this.select(columns, { table, where: '1 = 1', values: [], limit: MAX_ROWS });
    return inOrder(rows as readonly (RowOf<C> & { created_at: Instant | undefined })[]);
  }

  /** The next rows of a table in the order of their ids; none where there is no such table. */
  async page<C extends Columns>(
    table: string,
    columns: C,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly RowOf<C>[]> {
    return this.select(columns, { table, where: 't."id" > ?', values: [after], order: 't."id"', limit });
  }

  /**
   * The rows of a table in one namespace, in the order in which the database would show them to Flipt, where nothing
   * else orders them; none where there is no such table.
   *
   * @throws TooLargeError if there are too many.
   */
  async ofNamespace<C extends Columns>(
    namespaceKey: string,
    table: string,
    columns: C,
    owner?: Owner,
  ): Promise<readonly RowOf<C>[]> {
    const join = owner && `JOIN ${name(owner.table)} o ON o."id" = t.${name(owner.column)}`;
    const space = this.namespaceColumn(owner === undefined ? 't' : 'o', owner?.table ?? table);
    const rows = await this.select(columns, {
      table,
      join,
      where: `${space} = ?`,
      values: [namespaceKey],
      limit: MAX_ROWS + 1,
    });
    if (rows.length <= MAX_ROWS) return rows;
    throw new TooLargeError(
      `namespace ${quote(namespaceKey)} has more than ${MAX_ROWS} rows in the table ${table}`,
    );
  }

  /** Keys of the namespaces that rows of these tables say they are in. */
  async namespaceKeys(tables: readonly string[]): Promise<readonly string[]> {
    const { connection, schema } = this;
    const keyed = tables.filter((table) => schema.hasColumn(table, 'namespace_key'));
    if (keyed.length === 0) return [];
    const selects = keyed.map((table) => `SELECT "namespace_key" AS "key" FROM ${name(table)}`);
    const rows = await connection.query(selects.join(' UNION '));
    return rows.map((row) => valueOf.text(row.key));
  }

  private async select<C extends Columns>(
    columns: C,
    { table, join = '', where, values, order, limit }: Selection,
  ): Promise<readonly RowOf<C>[]> {
    const { connection, schema } = this;
    if (!schema.hasTable(table)) return [];
    const { dialect } = connection;
    const items = Object.entries(columns).map(([column, kind]) =>
      schema.hasColumn(table, column)
        ? `${asked(`t.${name(column)}`, kind, dialect)} AS ${name(column)}`
        : `NULL AS ${name(column)}`,
    );
    const rows = await connection.query(
      `SELECT ${items.join(', ')} FROM ${name(table)} t ${join} WHERE ${where}
       ORDER BY ${order ?? this.rowOrder(table, dialect)} LIMIT ${limit}`,
      values,
    );
    return rows.map((row) => decoded(row, columns));
  }

  /** Before there were namespaces, everything was in the one that was to become `default`. */
  private namespaceColumn(alias: string, table: string): string {
    return this.schema.hasColumn(table, 'namespace_key')
      ? `${alias}."namespace_key"`
      : `'${DEFAULT_NAMESPACE_KEY}'`;
  }

  /** Where rows lie, which is what decides between rows of one moment; else by what is theirs alone. */
  private rowOrder(table: string, dialect: Dialect): string {
    if (dialect === 'sqlite') return 't.rowid';
    if (dialect === 'postgres') return 't.ctid';
    return ['id', 'key', 'rule_id', 'rollout_segment_id', 'segment_key']
      .filter((column) => this.schema.hasColumn(table, column))
      .map((column) => `t.${name(column)}`)
      .join(', ');
  }
}

/** The rows in the order of their creation, and before that of their ranks; equal ones stay as they are. */
export function inOrder<T extends { readonly created_at: Instant | undefined; readonly rank?: number }>(
  rows: readonly T[],
): readonly T[] {
  return rows.toSorted(
    (left, right) => (left.rank ?? 0) - (right.rank ?? 0) || (left.created_at ?? 0) - (right.created_at ?? 0),
  );
}

function decoded<C extends Columns>(row: Readonly<Record<string, unknown>>, columns: C): RowOf<C> {
  const entries = Object.entries(columns).map(([column, kind]) => [column, valueOf[kind](row[column])]);
  return Object.fromEntries(entries) as RowOf<C>;
}

function name(identifier: string): string {
  return `"${identifier}"`;
}
