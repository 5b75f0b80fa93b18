import { type EntityManager, type EntitySchema, type ObjectLiteral } from 'typeorm';

/**
 * All rows of a table that belong to a namespace, ordered by the given columns.
 *
 * For reading whole namespaces: it skips the ORM's assembly of entities from joined results, which costs several times
 * what the query does, and keeps its conversion of each value.
 */
export async function readPlainly<Row extends ObjectLiteral & { readonly namespaceKey: string }>(
  manager: EntityManager,
  entity: EntitySchema<Row>,
  namespaceKey: string,
  order: readonly (keyof Row & string)[],
): Promise<readonly Row[]> {
  const { driver } = manager.connection;
  const { columns } = manager.connection.getMetadata(entity);
  const query = manager.createQueryBuilder(entity, 'row').select([]);
  for (const { propertyName } of columns) query.addSelect(`row.${propertyName}`, propertyName);
  query.where('row.namespaceKey = :namespaceKey', { namespaceKey });
  for (const property of order) query.addOrderBy(`row.${property}`, 'ASC');
  const rows = await query.getRawMany<Record<string, unknown>>();
  for (const column of columns) {
    const { propertyName, type, transformer } = column;
    if (type !== 'boolean' && transformer === undefined) continue;
    for (const row of rows) row[propertyName] = driver.prepareHydratedValue(row[propertyName], column);
  }
  return rows as unknown as readonly Row[];
}
