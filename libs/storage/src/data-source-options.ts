import { type Logger } from 'typeorm';
import { entities } from './entities/entities';
import { migrations } from './migrations/migrations';

/** What the ORM would print, whatever it is told, is in the errors that it throws. */
const silent: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** What the ORM is told of every database. */
export const commonOptions = {
  entities,
  migrations,
  logger: silent,
  migrationsTableName: 'schema_migrations',
  // Without it a condition whose value is undefined would match every row.
  invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
} as const;
