import type { EntityManager } from 'typeorm';
import { Clock, type Instant } from '@pennon/domain';

/**
 * The machine's clock, in milliseconds made distinct by counting up the microseconds.
 *
 * Distinct moments give rows made in one millisecond a creation order. When the machine's clock is set back, time
 * stands almost still here until it has caught up.
 */
export class SystemClock extends Clock {
  private last: Instant = 0;

  now(): Instant {
    this.last = Math.max(this.last + 1, Date.now() * 1000);
    return this.last;
  }

  /** What the machine says, also while {@link now} waits for it to catch up. */
  override wall(): Instant {
    return Date.now() * 1000;
  }
}

/**
 * What time it is by the database, for what instances have to agree on: leases, and when changes are due. The clocks
 * of their hosts may differ.
 *
 * @param host What the clock of this host says, which is the answer on SQLite.
 */
export type DatabaseTime = (manager: EntityManager, host: Instant) => Promise<Instant>;

/** Microseconds since the epoch, whatever the time zone of the session is. */
const expressions = {
  postgres: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)',
  mysql: "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
} as const;

/** The time of this host, for a database that only one host uses. */
export const hostTime: DatabaseTime = async (_, host) => Promise.resolve(host);

/** Asks the server for its time; a file has the time of the host. */
export const databaseTime: DatabaseTime = async (manager, host) => {
  const expression = expressionOn(manager);
  if (expression === undefined) return host;
  const [row] = await manager.query<readonly { readonly moment: number | string }[]>(
    `SELECT ${expression} AS moment`,
  );
  return Number(row?.moment ?? host);
};

/** The time of a server in SQL; undefined for a file. */
function expressionOn({ connection }: EntityManager): string | undefined {
  const { type } = connection.options;
  if (type === 'sqlite') return undefined;
  return type === 'mysql' || type === 'mariadb' ? expressions.mysql : expressions.postgres;
}

/** The time in a transaction. */
export class TransactionTime {
  constructor(
    private readonly manager: EntityManager,
    private readonly clock: Clock,
    private readonly time: DatabaseTime,
  ) {}

  /** The moment by the clock of the database, or of the host if the database is a file. */
  async now(): Promise<Instant> {
    return this.time(this.manager, this.clock.wall());
  }

  /** That moment in SQL, for a statement that reads it with its rows; undefined if {@link now} takes no statement. */
  expression(): string | undefined {
    return this.time === databaseTime ? expressionOn(this.manager) : undefined;
  }
}
