import { type EntityManager } from 'typeorm';
import { changeText, type Change } from '@pennon/domain';

/** The channel that PostgreSQL tells of changes on; there is one of the name in each of its databases. */
export const CHANGES_CHANNEL = 'pennon_changes';

/**
 * The channel that tells of changes with their revision, before the other one tells of the same change in the same
 * transaction: versions that do not listen to this one hear that.
 */
export const REVISIONS_CHANNEL = 'pennon_revisions';

/**
 * Has PostgreSQL tell every instance that listens of a change, if and as soon as the transaction is committed. On
 * other databases, which cannot, it does nothing.
 */
export async function notifyChange(manager: EntityManager, change: Change): Promise<void> {
  if (manager.connection.options.type !== 'postgres') return;
  await manager.query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, changeText(change)]);
}
