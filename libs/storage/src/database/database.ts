import type { EntityManager } from 'typeorm';
import type { Dialect } from '@pennon/config';
import { OperationLockEntity } from '../entities/deployment.entity';
import { WriteHealth } from './write-health';

/** How much of a queue before the database is in use. */
export interface QueueUsage {
  /** Jobs that run or wait. */
  readonly depth: number;
  /** How many jobs have had to wait so far. */
  readonly waits: number;
  /** How long they have waited so far, in milliseconds. */
  readonly waitedMs: number;
}

/** How much of a database is in use, for those who watch over it. */
export interface DatabaseUsage {
  readonly reads: QueueUsage;
  readonly writes: QueueUsage;
  readonly connections: {
    /** Most that may be open. */
    readonly max: number;
    readonly open: number;
    readonly inUse: number;
  };
}

/** Replicas that are not read, because they have another history than the primary. */
export interface ForeignReplicas {
  /** How many there are now. */
  readonly replicas: number;
  /** How often one was found. */
  readonly found: number;
}

/** A queue that nothing goes through. */
export const unused: QueueUsage = { depth: 0, waits: 0, waitedMs: 0 };

/** The usage of several queues as if they were one. */
export function together(queues: readonly QueueUsage[]): QueueUsage {
  return queues.reduce(
    (sum, { depth, waits, waitedMs }) => ({
      depth: sum.depth + depth,
      waits: sum.waits + waits,
      waitedMs: sum.waitedMs + waitedMs,
    }),
    unused,
  );
}

/** What is done with rows, on the connection that the manager is bound to. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** A row as the driver gives it, by column. */
export type PlainRow = Readonly<Record<string, unknown>>;

/** A statement that is run so often that a server may keep it prepared. */
export interface DirectStatement {
  /** By which the server knows it. It never gets another text: behind a pooler, versions of Pennon share names. */
  readonly name: string;
  /** In the words of the database; it reads. */
  readonly sql: string;
}

/** The row that trial writes change. */
const TRIAL = 'trial_write';

/** Changes a row that nothing reads. */
async function makeTrialWrite(manager: EntityManager): Promise<void> {
  const { affected } = await manager.increment(OperationLockEntity, { operation: TRIAL }, 'version', 1);
  if (affected === 0)
    await manager.insert(OperationLockEntity, {
      ...{ operation: TRIAL, version: 1 },
      ...{ lastAcquiredAt: 0, acquiredUntil: 0 },
    });
}

/**
 * The rows, wherever they lie. `openDatabase` makes one.
 *
 * Everything rejects with an `UnavailableError` when the database cannot be used now, or too many wait for it.
 */
export abstract class Database {
  /** Which SQL is spoken. */
  abstract readonly dialect: Dialect;

  /** Whether writes succeed. */
  readonly writeHealth = new WriteHealth(() => this.write(makeTrialWrite));

  /**
   * Runs `work` in one write transaction; commits when it resolves and undoes everything when it rejects.
   *
   * On a server `work` may run several times, each time in a new transaction: when it meets another write, which has
   * then been committed, it looks at everything again. So it changes nothing but rows.
   *
   * @throws ReadOnlyError if the database was opened to be read.
   */
  abstract write<T>(work: Work<T>): Promise<T>;

  /** Runs `work` on one consistent, committed state, which it cannot change. It too may run several times. */
  abstract read<T>(work: Work<T>): Promise<T>;

  /**
   * Does what {@link read} does, on the server that takes the writes: a replica cannot tell whether it is behind or of
   * another history than what it is compared with.
   *
   * @throws FollowerError if there is one server alone to ask, and that is a replica.
   */
  abstract readPrimary<T>(work: Work<T>): Promise<T>;

  /**
   * Runs `work`, which is one statement that reads, without a transaction around it: for what has to be fast.
   * Of several statements, each would see a state of its own.
   */
  abstract readOnce<T>(work: Work<T>): Promise<T>;

  /**
   * Does what {@link readOnce} does, on the server that takes the writes as long as that answers: for what is to be
   * known even if what is read elsewhere lags.
   */
  abstract readNewest<T>(work: Work<T>): Promise<T>;

  /** Replicas that are not read, because they have another history than the primary; undefined without replicas. */
  foreignReplicas(): ForeignReplicas | undefined {
    return undefined;
  }

  /** How much of it is in use now. */
  abstract usage(): DatabaseUsage;

  /**
   * Runs one statement that reads, past the ORM, whose share of a small one is the greater: for what evaluations wait
   * for.
   */
  abstract readDirectly(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]>;

  /** Closes all connections after the work already accepted has ended. */
  abstract close(): Promise<void>;
}
