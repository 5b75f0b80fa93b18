import { performance } from 'node:perf_hooks';
import { UnavailableError } from '@pennon/domain';
import { type QueueUsage } from '../database/database';

/** Runs jobs one at a time, in the order they came, and refuses new ones when too many wait. */
export class SerialQueue {
  private tail: Promise<void> = Promise.resolve();
  private waiting = 0;
  private waits = 0;
  private waitedMs = 0;

  /**
   * @param what What waits here, for the refusal's message: "writes".
   * @param limit Most jobs that may wait or run; at least 1.
   */
  constructor(
    private readonly what: string,
    private readonly limit: number,
  ) {}

  /**
   * Runs `job` when all jobs before it have ended, whatever became of them.
   *
   * @throws UnavailableError if `limit` jobs are waiting already; `job` then never runs.
   */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.limit) {
      throw new UnavailableError(`too many ${this.what} are waiting; try again later`);
    }
    const hasToWait = this.waiting > 0;
    this.waiting++;
    const previous = this.tail;
    const inTurn = hasToWait ? this.noting(job) : job;
    const done = previous.then(inTurn, inTurn);
    // Without the result: that of the last job, all rows of a namespace perhaps, would stay in memory until the next.
    this.tail = done.then(nothing, nothing);
    try {
      return await done;
    } finally {
      this.waiting--;
    }
  }

  /** How much of it is in use now. */
  get usage(): QueueUsage {
    return { depth: this.waiting, waits: this.waits, waitedMs: this.waitedMs };
  }

  /** Resolves when every job that was accepted so far has ended. */
  async drained(): Promise<void> {
    await this.tail;
  }

  /** The same job, which notes how long it had to wait. */
  private noting<T>(job: () => Promise<T>): () => Promise<T> {
    this.waits++;
    const since = performance.now();
    return async () => {
      this.waitedMs += performance.now() - since;
      return job();
    };
  }
}

function nothing(): void {
  // What became of a job is the business of whoever wanted it.
}
