import { type ServerDatabaseConfig, type ServerDialect } from '@pennon/config';

/** What one transaction sees of others, by the names of SQL. */
export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/** Statements that begin a transaction. */
export type TransactionForm = readonly string[];

/**
 * How writes are isolated. Where it is READ COMMITTED, a write holds the row of its namespace from its first statement
 * on, because raising the revision comes first: writes to one namespace come one after another.
 */
export const writeIsolation: Readonly<Record<ServerDialect, Isolation>> = {
  postgres: 'READ COMMITTED',
  mysql: 'READ COMMITTED',
  cockroachdb: 'SERIALIZABLE',
};

/** Begins a transaction that writes. */
export function writeForm(config: Timed, isolation: Isolation): TransactionForm {
  return config.dialect === 'mysql'
    ? [`SET TRANSACTION ISOLATION LEVEL ${isolation}`, 'START TRANSACTION']
    : [`BEGIN ISOLATION LEVEL ${isolation}; ${localTimeouts(config)}`];
}

/** Begins a transaction that reads one consistent, committed state. */
export function readForm(config: Timed): TransactionForm {
  switch (config.dialect) {
    case 'mysql':
      return ['START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'];
    case 'cockroachdb':
      return [`BEGIN READ ONLY; ${localTimeouts(config)}`];
    case 'postgres':
      return [`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${localTimeouts(config)}`];
  }
}

type Timed = Pick<ServerDatabaseConfig, 'dialect' | 'statementTimeout' | 'busyTimeout'>;

/**
 * Set for each transaction, not for the connection: a pooler in front of the server gives every transaction another
 * one, and refuses parameters at connection start that it does not know.
 */
function localTimeouts({ statementTimeout, busyTimeout }: Timed): string {
  // To the server 0 means no limit.
  const milliseconds = (timeout: number): number => Math.max(1, Math.ceil(timeout));
  return (
    `SET LOCAL statement_timeout = ${milliseconds(statementTimeout)}; ` +
    `SET LOCAL lock_timeout = ${milliseconds(busyTimeout)}`
  );
}
