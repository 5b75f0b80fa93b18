import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityManager, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';

/** A row as it is read, by what the query calls its columns. */
export type RawRow = Record<string, unknown>;

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
export async function* readBatches<Row extends ObjectLiteral>(
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
