import { Logger } from '@nestjs/common';
import type { CleanupConfig } from '@pennon/config';
import {
  type Clock,
  type Instant,
  methodTraits,
  MICROS_PER_MILLISECOND,
  type OperationLock,
  SERVICE_ORIGIN,
  type StoredMethod,
  type TokenStore,
} from '@pennon/domain';

/** What the passes of all methods work on. */
export interface CleanupPorts {
  readonly clock: Clock;
  readonly store: TokenStore;
  readonly lock: OperationLock;
}

/** Deletes the records of one method that have expired, when it is this instance's turn. */
export class CleanupPass {
  /** Records deleted since the start. */
  deleted = 0;
  private readonly logger = new Logger('token-cleanup');

  constructor(
    readonly method: StoredMethod,
    private readonly config: CleanupConfig,
    private readonly ports: CleanupPorts,
  ) {}

  /** Unique name of the job. It is the name in Flipt v1, so that both may take turns on one database. */
  get operation(): string {
    return `cleanup_auth_METHOD_${methodTraits[this.method].fliptName.toUpperCase()}`;
  }

  /**
   * Does the job if nobody has done it within the interval. A record is kept for the grace period after it expired,
   * and has been of no use since.
   *
   * @returns when the next turn is free.
   * @throws UnavailableError if the store cannot be reached.
   */
  async run(): Promise<Instant> {
    const { clock, lock, store } = this.ports;
    const { interval, gracePeriod } = this.config;
    const { isAcquired, nextTurnAt } = await lock.tryAcquire(
      this.operation,
      interval * MICROS_PER_MILLISECOND,
    );
    if (!isAcquired) return nextTurnAt;
    const at = clock.now();
    const before = at - gracePeriod * MICROS_PER_MILLISECOND;
    const deleted = await store.deleteExpired(this.method, before, { origin: SERVICE_ORIGIN, at });
    this.deleted += deleted;
    if (deleted > 0) this.logger.log({ method: this.method, deleted }, 'expired tokens deleted');
    return nextTurnAt;
  }
}
