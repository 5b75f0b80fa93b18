import { inPieces } from '@pennon/domain';
import { In, type EntityManager, type EntitySchema } from 'typeorm';

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
