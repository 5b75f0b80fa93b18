import { type DatabaseConfig } from '@pennon/config';
import { type ChangeFeed } from '@pennon/domain';
import { type Role } from './open-database';
import { assertPrimary, assertWritable } from './server/assert-primary';
import { PostgresChangeFeed } from './server/postgres-change-feed';

/**
 * The changes that the database tells of by itself; undefined where it tells of none. It connects when it is listened
 * to.
 *
 * @param role A reader's user may be one who may only read, which a writer takes for a server that is fenced off.
 */
export function openChangeFeed(config: DatabaseConfig, role: Role): ChangeFeed | undefined {
  if (config.dialect !== 'postgres') return undefined;
  return new PostgresChangeFeed(config, role === 'writer' ? assertWritable : assertPrimary);
}
