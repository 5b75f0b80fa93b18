import { setTimeout as delay } from 'node:timers/promises';
import type { ServerDatabaseConfig, ServerDialect } from '@pennon/config';
import { isContention, isDemoted, isRestart, isRowConflict } from '../database/driver-errors';

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

/**
 * What transactions of MySQL have where nothing else is said, by what their connections are for: it cannot be told by
 * the statement that begins one, and those that write hold locks meanwhile.
 */
export const sessionIsolation = { writes: writeIsolation.mysql, reads: 'REPEATABLE READ' } as const;

/** Begins a transaction that writes, on a connection for writes. */
export function writeForm(config: Timed, isolation: Isolation): TransactionForm {
  return config.dialect === 'mysql'
    ? [...switchTo(isolation, sessionIsolation.writes), 'START TRANSACTION']
    : [`BEGIN ISOLATION LEVEL ${isolation}; ${localTimeouts(config)}`];
}

/** Begins a transaction that reads one consistent, committed state. @param session That of the connection. */
export function readForm(config: Timed, session: Isolation = sessionIsolation.reads): TransactionForm {
  switch (config.dialect) {
    case 'mysql':
      // A consistent snapshot is taken at this level only.
      return [
        ...switchTo('REPEATABLE READ', session),
        'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
      ];
    case 'cockroachdb':
      return [`BEGIN READ ONLY; ${localTimeouts(config)}`];
    case 'postgres':
      return [`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${localTimeouts(config)}`];
  }
}

function switchTo(isolation: Isolation, session: Isolation): TransactionForm {
  return isolation === session ? [] : [`SET TRANSACTION ISOLATION LEVEL ${isolation}`];
}

type Timed = Pick<ServerDatabaseConfig, 'dialect' | 'statementTimeout' | 'busyTimeout'>;

/**
 * Set for each transaction, not for the connection: a pooler in front of the server gives every transaction another
 * one, and refuses parameters at connection start that it does not know.
 */
function localTimeouts(config: Timed): string {
  // To the server 0 means no limit.
  const milliseconds = (timeout: number): number => Math.max(1, Math.ceil(timeout));
  return (
    `SET LOCAL statement_timeout = ${milliseconds(config.statementTimeout)}; ` +
    `SET LOCAL lock_timeout = ${milliseconds(longestLockWait(config))}`
  );
}

/**
 * How long a statement may wait for a lock, in milliseconds. That is less than the statement may take: a wait that ends
 * has the transaction tried again, as long as `db.busy_timeout` lasts, and does not count as a slow statement.
 */
export function longestLockWait({ statementTimeout, busyTimeout }: Omit<Timed, 'dialect'>): number {
  return Math.min(busyTimeout, statementTimeout / 2);
}

/** The longest wait before the second attempt, and before any, in milliseconds. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

/**
 * Most attempts that end in a conflict over a row. The other's row is committed when it shows, so the next attempt
 * finds it; a conflict that stays is no matter of time.
 */
const MAX_ROW_CONFLICTS = 3;

/**
 * Runs `attempt`, again and again while it fails because of another transaction, or because the server takes no writes,
 * which then may be another one's part; rejects as the last one did.
 *
 * Waits are random, so that those who met do not meet again, and longer from one to the next.
 *
 * @param patience How long to go on, in milliseconds; an attempt that has begun is not cut off. What met a row is run
 *   again even if it was over by then, and so is a first attempt that the server asks to be run again.
 */
export async function retried<T>(attempt: () => Promise<T>, patience: number): Promise<T> {
  const end = performance.now() + patience;
  let rowConflicts = 0;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const isOverRow = isRowConflict(error);
      if (!isOverRow && !isContention(error) && !isDemoted(error)) throw error;
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      const wait = Math.random() * longest;
      // A row that was taken meanwhile is to be refused in its own words, however long the attempt had to wait for it.
      // A long transaction that never ran again would never be through where the server asks for it.
      const isFirstRestart = failures === 0 && isRestart(error);
      const isLate = !isFirstRestart && performance.now() + wait > end;
      const isGivenUp = isOverRow ? ++rowConflicts >= MAX_ROW_CONFLICTS : isLate;
      if (isGivenUp) throw error;
      await delay(wait);
    }
  }
}
