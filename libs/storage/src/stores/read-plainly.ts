import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager, EntityMetadata, EntitySchema, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A row as it is read, by what the query calls its columns. */
type RawRow = Record<string, unknown>;

/** How many rows are made in one go: a millisecond or two of work. */
const BATCH_SIZE = 1000;

/**
 * The rows that a query selects, batch by batch; others have their turn in between.
 *
 * The driver makes all rows at once and in an expensive way, on the one thread that all requests share. So SQLite,
 * which works on a thread of its own, prints the rows as JSON instead: as lists, because the names of the columns would
 * be half of it. Of a double it prints 15 digits, and no percentage has more.
 *
 * @param query Selects `columns`, from a table that it calls `row`.
 * @param order What to order by, in the terms of the query builder: `row.createdAt`.
 */
async function* readBatches<Row extends ObjectLiteral>(
  manager: EntityManager,
  query: SelectQueryBuilder<Row>,
  columns: readonly string[],
  order: readonly string[],
): AsyncGenerator<RawRow[], void, undefined> {
  const [rows, parameters] = query
    .addSelect(`ROW_NUMBER() OVER (ORDER BY ${order.join(', ')})`, 'position')
    .getQueryAndParameters();
  const values = columns.map((name) => `"${name}"`).join(', ');
  const batches: readonly { readonly json: string }[] = await manager.query(
    `SELECT json_group_array(json_array(${values}) ORDER BY "position") AS json
     FROM (${rows}) GROUP BY "position" / ${BATCH_SIZE} ORDER BY "position" / ${BATCH_SIZE}`,
    parameters,
  );
  for (const { json } of batches) {
    yield (JSON.parse(json) as readonly (readonly unknown[])[]).map((list) => rowOf(columns, list));
    await nextTurn();
  }
}

function rowOf(columns: readonly string[], values: readonly unknown[]): RawRow {
  const row: RawRow = {};
  for (const [index, name] of columns.entries()) row[name] = values[index];
  return row;
}

/** Says which rows of a table, which it calls `row`, are wanted; `:namespaceKey` is the namespace. */
export type Narrowing = <Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>) => void;

/**
 * The rows of a table that belong to a namespace, ordered by the given columns.
 *
 * For reading whole namespaces: it skips the ORM's assembly of entities from joined results, which costs several times
 * what the query does, and keeps its conversion of each value.
 *
 * @param narrow Chooses some of them; without it all are read.
 */
export async function readPlainly<Row extends ObjectLiteral & { readonly namespaceKey: string }>(
  manager: EntityManager,
  entity: EntitySchema<Row>,
  namespaceKey: string,
  order: readonly (keyof Row & string)[],
  narrow?: Narrowing,
): Promise<readonly Row[]> {
  const { columns } = manager.connection.getMetadata(entity);
  const names = columns.map(({ propertyName }) => propertyName);
  const query = manager.createQueryBuilder(entity, 'row').select([]);
  for (const name of names) query.addSelect(`row.${name}`, name);
  query.setParameters({ namespaceKey });
  if (narrow === undefined) query.where('row.namespaceKey = :namespaceKey');
  else narrow(query);
  const orderedBy = order.map((name) => `row.${name}`);
  if (manager.connection.options.type === 'sqlite') {
    const rows: RawRow[] = [];
    for await (const batch of readBatches(manager, query, names, orderedBy)) {
      rows.push(...convert(manager, columns, batch));
    }
    return rows as unknown as readonly Row[];
  }
  for (const name of orderedBy) query.addOrderBy(name, 'ASC');
  return convert(manager, columns, await query.getRawMany<RawRow>()) as unknown as readonly Row[];
}

/** Makes of the values the driver gave those that the entities have; in place. */
function convert(
  { connection }: EntityManager,
  columns: EntityMetadata['columns'],
  rows: RawRow[],
): readonly RawRow[] {
  for (const column of columns) {
    const { propertyName, type, transformer } = column;
    if (type !== 'boolean' && transformer === undefined) continue;
    for (const row of rows) {
      row[propertyName] = connection.driver.prepareHydratedValue(row[propertyName], column);
    }
  }
  return rows;
}
