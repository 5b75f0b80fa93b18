import {
  type EntityManager,
  type EntityMetadata,
  type EntitySchema,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import { readBatches, type RawRow } from './embedded/read-batches';

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
