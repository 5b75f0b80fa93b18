import { type DatabaseConfig } from '@pennon/config';
import { type ChangeFeed } from '@pennon/domain';
import { PostgresChangeFeed } from './server/postgres-change-feed';

/** The changes that the database tells of by itself; undefined where it tells of none. It connects when it is listened to. */
export function openChangeFeed(config: DatabaseConfig): ChangeFeed | undefined {
  return config.dialect === 'postgres' ? new PostgresChangeFeed(config) : undefined;
}
