import { performance } from 'node:perf_hooks';
import { UnavailableError } from '@pennon/domain';
import { whenOverdue } from '@pennon/platform';
import { type QueueUsage } from './database';

/** How many jobs may run and wait. */
export interface QueueLimits {
  /** Most jobs that run at once; at least 1. */
  readonly atOnce: number;
  /** Most jobs that may wait or run. */
  readonly pending: number;
  /** Longest time in which a job that waits sees no other one succeed, in milliseconds. */
  readonly patience: number;
}

/**
 * Limits how many jobs run at once; the others wait in the order they came. As long as jobs succeed, only the number of
 * those that wait is limited: how long a wait takes depends on how many came before.
 */
export class JobQueue {
  private readonly waiting = new Set<() => void>();
  private running = 0;
  private waits = 0;
  private waitedMs = 0;
  /** When a job last came to an end that the database had a part in, by `performance.now()`. */
  private movedAt = 0;
  private readonly idle = new Set<() => void>();

  /** @param what What waits here, for the refusal's message: "writes". */
  constructor(
    private readonly what: string,
    private readonly limits: QueueLimits,
  ) {}

  /** Runs `job` when it is its turn. @throws UnavailableError if too many wait, or nothing succeeds for too long. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      const result = await job();
      this.movedAt = performance.now();
      return result;
    } catch (error) {
      // Refused by a law, which it took the database to find out.
      if (!(error instanceof UnavailableError)) this.movedAt = performance.now();
      throw error;
    } finally {
      this.pass();
    }
  }

  /** Jobs that run. */
  get runs(): number {
    return this.running;
  }

  /** How much of it is in use now. */
  get usage(): QueueUsage {
    return { depth: this.running + this.waiting.size, waits: this.waits, waitedMs: this.waitedMs };
  }

  /** Resolves when nothing runs or waits. */
  async drained(): Promise<void> {
    if (this.running === 0) return;
    await new Promise<void>((resolve) => this.idle.add(resolve));
  }

  private async turn(): Promise<void> {
    if (this.running + this.waiting.size >= this.limits.pending) {
      throw new UnavailableError(`too many ${this.what} are waiting; try again later`);
    }
    if (this.running < this.limits.atOnce) {
      this.running++;
      return;
    }
    this.waits++;
    const since = performance.now();
    try {
      await this.wait();
    } finally {
      this.waitedMs += performance.now() - since;
    }
  }

  private async wait(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const { patience } = this.limits;
      const start = (): void => {
        cancel();
        resolve();
      };
      const lookAgain = (): void => {
        const left = this.movedAt + patience - performance.now();
        if (left > 0) {
          cancel = whenOverdue(left, lookAgain);
          return;
        }
        this.waiting.delete(start);
        reject(new UnavailableError(`${this.what} had to wait too long for the database; try again later`));
      };
      let cancel = whenOverdue(patience, lookAgain);
      this.waiting.add(start);
    });
  }

  /** Hands the turn to the next one. */
  private pass(): void {
    const [next] = this.waiting;
    if (next !== undefined) {
      this.waiting.delete(next);
      next();
      return;
    }
    this.running--;
    if (this.running > 0) return;
    for (const resolve of this.idle) resolve();
    this.idle.clear();
  }
}
