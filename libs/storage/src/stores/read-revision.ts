import { type EntityManager } from 'typeorm';

/**
 * The revision of a namespace, or undefined when there is none such.
 *
 * A plain statement, because strict evaluation waits for it: the ORM takes six times as long to put it together.
 */
export async function readRevision(
  manager: EntityManager,
  namespaceKey: string,
): Promise<number | undefined> {
  const { driver } = manager.connection;
  const [revision, namespaces, key] = ['revision', 'namespaces', 'key'].map((name) => driver.escape(name));
  const [sql, parameters] = driver.escapeQueryWithParameters(
    `SELECT ${revision} FROM ${namespaces} WHERE ${key} = :namespaceKey`,
    { namespaceKey },
    {},
  );
  // Some drivers return bigint columns as text.
  const rows = await manager.query<readonly { readonly revision: number | string }[]>(sql, parameters);
  return rows[0] === undefined ? undefined : Number(rows[0].revision);
}
