import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager, EntityMetadata, EntitySchema, ObjectLiteral } from 'typeorm';
import type { Dialect } from '@pennon/config';
import { inPieces, type PageRequest } from '@pennon/domain';
import type { NamespaceRow } from '../entities/namespace.entity';
import { windowOf } from './find-options';

/** A row that lies in a namespace, or its own. */
type Placed = ObjectLiteral & ({ readonly namespaceKey: string } | NamespaceRow);

/** The table of rules or rollouts, to which other rows belong. */
export type OwnerEntity = EntitySchema<
  ObjectLiteral & { readonly namespaceKey: string; readonly id: string; readonly flagKey: string }
>;

/** Rows that name one of some keys, or belong to rules or rollouts of the flags of those keys. */
export interface Among<Property extends string = string> {
  readonly property: Property;
  readonly keys: ReadonlySet<string>;
  /** The table whose ids the property holds; undefined if it holds the keys. */
  readonly owners?: OwnerEntity | undefined;
}

/** Rows of a table: none before they have been read. */
export interface WantedRows<Row> {
  readonly rows: readonly Row[];
}

/** One page of the rows of a table. */
export interface WantedPage<Row> extends WantedRows<Row> {
  /** How many rows the table has in the namespace; 0 before they have been read. */
  readonly total: number;
}

interface Wanted {
  readonly metadata: EntityMetadata;
  readonly order: readonly string[];
  readonly among?: Among | undefined;
  /** Only those of a page, in that order; all of them unless given. */
  readonly page?: PageRequest;
  /** Those that name one of a page of this table. */
  readonly owner?: { readonly wanted: Wanted; readonly property: string };
  rows: readonly ObjectLiteral[];
  total: number;
}

/** Rows of one of the wanted tables as the database gives them: JSON of a list for each row. */
interface Batch {
  /** Which of the tables; some drivers return numbers as text. */
  readonly place: number | string;
  readonly lists: string;
}

/** Creation order; the id decides between rows that share a moment. */
export const creationOrder = ['createdAt', 'id'] as const;

/** By rank; ranks may be shared, so creation order decides. */
export const rankOrder = ['rank', ...creationOrder] as const;

/** How many rows are made in one go: a millisecond or two of work. */
const BATCH_SIZE = 1000;

/**
 * Selects rows as {@link Batch}es. Lists, because the tables have different columns; as text, because drivers make
 * something of JSON each in its own way. SQLite, whose driver makes all rows at once and in an expensive way, gives
 * many rows as one. Of a double it prints 15 digits, and no percentage has more.
 *
 * @param from From the table on to the end.
 */
const selections: Readonly<Record<Dialect, (place: number, columns: string, from: string) => string>> = {
  sqlite: (place, columns, from) =>
    `SELECT ${place} AS place, json_group_array(json(list)) AS lists FROM (SELECT json_array(${columns}) AS list, ` +
    `ROW_NUMBER() OVER () / ${BATCH_SIZE} AS batch FROM ${from}) GROUP BY batch`,
  postgres: (place, columns, from) =>
    `SELECT ${place} AS place, json_build_array(json_build_array(${columns}))::text AS lists FROM ${from}`,
  cockroachdb: (place, columns, from) =>
    `SELECT ${place} AS place, json_build_array(json_build_array(${columns}))::text AS lists FROM ${from}`,
  mysql: (place, columns, from) =>
    `SELECT ${place} AS place, CAST(JSON_ARRAY(JSON_ARRAY(${columns})) AS CHAR) AS lists FROM ${from}`,
};

/**
 * Rows of several tables of a namespace, read by one statement: a flag is one way to the database and back.
 *
 * It skips the ORM, whose queries and entities cost several times what the database does, and keeps its conversion of
 * each value.
 */
export class RowReading {
  private readonly wanted: Wanted[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly namespaceKey: string,
  ) {}

  /**
   * Adds a table to what is read.
   *
   * @param order What rows are ordered by, ascending. Texts by code units: engines compare them in ways of their own.
   * @param among Only these rows; all of the namespace unless given.
   */
  want<Row extends Placed>(
    entity: EntitySchema<Row>,
    order: readonly (keyof Row & string)[],
    among?: Among<keyof Row & string>,
  ): WantedRows<Row> {
    const metadata = this.manager.connection.getMetadata(entity);
    return this.add({ metadata, order, among }) as WantedRows<Row>;
  }

  /**
   * Adds a page of things with keys to what is read, in the order of their creation, and how many there are in all. The
   * page has one row more, if another page follows.
   */
  wantPage<Row extends Placed & { readonly key: string; readonly createdAt: number }>(
    entity: EntitySchema<Row>,
    page: PageRequest,
  ): WantedPage<Row> {
    const metadata = this.manager.connection.getMetadata(entity);
    return this.add({ metadata, order: ['createdAt', 'key'], page }) as WantedPage<Row>;
  }

  /** Adds the rows that name something of a page by that property. */
  wantOfPage<Row extends Placed>(
    entity: EntitySchema<Row>,
    order: readonly (keyof Row & string)[],
    property: keyof Row & string,
    page: WantedPage<unknown>,
  ): WantedRows<Row> {
    const metadata = this.manager.connection.getMetadata(entity);
    const owner = { wanted: page as unknown as Wanted, property };
    return this.add({ metadata, order, owner }) as WantedRows<Row>;
  }

  /** Reads what is wanted, if it is anything. Others have their turn while rows are made. */
  async read(): Promise<void> {
    if (this.wanted.length === 0) return;
    const parameters: string[] = [];
    const statement = [
      ...this.wanted.map((wanted, place) => this.selectionOf(wanted, place, parameters)),
      ...this.wanted.flatMap((wanted, place) =>
        wanted.page === undefined ? [] : [this.countOf(wanted, -1 - place, parameters)],
      ),
    ];
    const batches: readonly Batch[] = await this.manager.query(statement.join(' UNION ALL '), parameters);
    const rows = this.wanted.map((): ObjectLiteral[] => []);
    const isBatched = this.manager.connection.options.type === 'sqlite';
    for (const some of inPieces(batches, isBatched ? 1 : BATCH_SIZE)) {
      for (const { place, lists } of some) {
        const table = Number(place);
        const counted = this.wanted[-1 - table];
        if (counted !== undefined) [[counted.total]] = JSON.parse(lists) as [[number]];
        else rows[table]?.push(...this.rowsOf(table, JSON.parse(lists) as readonly (readonly unknown[])[]));
      }
      await nextTurn();
    }
    for (const [place, wanted] of this.wanted.entries())
      wanted.rows = rows[place]?.sort(comparison(wanted.order)) ?? [];
  }

  private add(wanted: Omit<Wanted, 'rows' | 'total'>): unknown {
    const added: Wanted = { ...wanted, rows: [], total: 0 };
    this.wanted.push(added);
    return added;
  }

  private selectionOf(wanted: Wanted, place: number, parameters: string[]): string {
    const { driver, options } = this.manager.connection;
    const columns = wanted.metadata.columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
    const from = this.from(wanted, columns, parameters);
    return selections[options.type as Dialect](place, columns, from);
  }

  /** Selects how many rows there are, whatever page is wanted. */
  private countOf({ metadata }: Wanted, place: number, parameters: string[]): string {
    const { driver, options } = this.manager.connection;
    const all = `${driver.escape(metadata.tableName)} WHERE ${this.condition(metadata, undefined, parameters)}`;
    return selections[options.type as Dialect](
      place,
      'total',
      `(SELECT COUNT(*) AS total FROM ${all}) counted`,
    );
  }

  /** @param columns What is read of the rows of a page. */
  private from(wanted: Wanted, columns: string, parameters: string[]): string {
    const { metadata, order, among, page, owner } = wanted;
    const { driver } = this.manager.connection;
    const rows = `${driver.escape(metadata.tableName)} WHERE ${this.condition(metadata, among, parameters)}`;
    if (owner !== undefined) {
      const key = this.column(owner.wanted.metadata, 'key');
      const owners = this.from(owner.wanted, key, parameters);
      return `${rows} AND ${this.column(metadata, owner.property)} IN (SELECT ${key} FROM ${owners})`;
    }
    if (page === undefined) return rows;
    const { take, skip } = windowOf(page);
    const by = order.map((property) => this.column(metadata, property)).join(', ');
    const limits = `${take === undefined ? '' : ` LIMIT ${take}`}${skip === undefined ? '' : ` OFFSET ${skip}`}`;
    // As a table of its own: not every database takes a limit within a union, or behind IN.
    return `(SELECT ${columns} FROM ${rows} ORDER BY ${by}${limits}) page`;
  }

  private column(of: EntityMetadata, property: string): string {
    const { driver } = this.manager.connection;
    return driver.escape(of.findColumnWithPropertyName(property)?.databaseName ?? property);
  }

  private condition(metadata: EntityMetadata, among: Among | undefined, parameters: string[]): string {
    const { connection } = this.manager;
    const { driver } = connection;
    const column = (of: EntityMetadata, property: string): string => this.column(of, property);
    const value = (text: string): string => driver.createParameter('value', parameters.push(text) - 1);
    const inNamespace = (of: EntityMetadata): string => {
      const property = of.findColumnWithPropertyName('namespaceKey') === undefined ? 'key' : 'namespaceKey';
      return `${column(of, property)} = ${value(this.namespaceKey)}`;
    };
    if (among === undefined) return inNamespace(metadata);
    const { property, keys, owners } = among;
    const values = (): string => Array.from(keys, value).join(', ');
    if (owners === undefined)
      return `${inNamespace(metadata)} AND ${column(metadata, property)} IN (${values()})`;
    // By their owners alone, whose namespace is theirs: told the namespace too, SQLite looks at all rows of it.
    const owner = connection.getMetadata(owners);
    return (
      `${column(metadata, property)} IN (SELECT ${column(owner, 'id')} FROM ${driver.escape(owner.tableName)} ` +
      `WHERE ${inNamespace(owner)} AND ${column(owner, 'flagKey')} IN (${values()}))`
    );
  }

  private rowsOf(place: number, lists: readonly (readonly unknown[])[]): readonly ObjectLiteral[] {
    const columns = this.wanted[place]?.metadata.columns ?? [];
    const { driver } = this.manager.connection;
    return lists.map((values) => {
      const row: ObjectLiteral = {};
      for (const [index, column] of columns.entries()) {
        const { propertyName, type, transformer } = column;
        const value = values[index];
        const isOther = type === 'boolean' || transformer !== undefined;
        row[propertyName] = isOther ? (driver.prepareHydratedValue(value, column) as unknown) : value;
      }
      return row;
    });
  }
}

type Comparison = (left: ObjectLiteral, right: ObjectLiteral) => number;

/** Compares by one property after the other, which are numbers or texts. */
function comparison(order: readonly string[]): Comparison {
  return (left, right) => {
    for (const property of order) {
      const [one, other] = [left[property] as string | number, right[property] as string | number];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };
}
