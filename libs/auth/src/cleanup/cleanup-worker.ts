import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { type Clock, MICROS_PER_MILLISECOND } from '@pennon/domain';
import type { CleanupPass } from './cleanup-pass';

/** Shortest wait, in milliseconds: clocks that disagree must not make a pass run without a pause. */
const MIN_WAIT_MS = 100;

/** Longest wait, in milliseconds: a clock that was wrong when the turn was taken must not stop the passes for good. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** Wait after a first failure, in milliseconds. */
const FIRST_RETRY_MS = 5 * 60_000;

/** Longest wait after a failure, in milliseconds. */
const MAX_RETRY_MS = 3_600_000;

/** How long to wait for a moment that is so many microseconds away; in milliseconds. */
export function waitFor(microseconds: number): number {
  const wait = Math.ceil(microseconds / MICROS_PER_MILLISECOND);
  return Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS);
}

/** How long to wait after so many failures in a row: twice as long each time, up to an hour; in milliseconds. */
export function waitAfterFailures(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
}

/** Runs one pass again and again: at once, and from then on whenever its next turn is free. */
export class CleanupWorker {
  private readonly logger = new Logger('token-cleanup');
  private running: Promise<void> | undefined;
  private failures = 0;
  private failuresEver = 0;
  private hasStopped = false;

  constructor(
    readonly pass: CleanupPass,
    private readonly clock: Clock,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  /** Passes that have failed since the start. */
  get failed(): number {
    return this.failuresEver;
  }

  /** Begins with a first pass, and does not wait for it. */
  start(): void {
    this.running = this.attempt();
  }

  /** Ends it, and resolves when no pass is running any more. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    this.forgetTimer();
    await this.running;
  }

  private async attempt(): Promise<void> {
    const wait = await this.runPass();
    if (this.hasStopped) return;
    const timer = setTimeout(() => {
      this.forgetTimer();
      this.start();
    }, wait);
    this.scheduler.addTimeout(this.pass.operation, timer);
  }

  /** Runs the pass, whatever becomes of it, and returns how long to wait for the next; in milliseconds. */
  private async runPass(): Promise<number> {
    try {
      const nextTurnAt = await this.pass.run();
      this.failures = 0;
      return waitFor(nextTurnAt - this.clock.now());
    } catch (error) {
      const wait = waitAfterFailures(++this.failures);
      this.failuresEver++;
      this.logger.error({ err: error, operation: this.pass.operation, retryInMs: wait }, 'cleanup failed');
      return wait;
    }
  }

  private forgetTimer(): void {
    const { operation } = this.pass;
    if (this.scheduler.doesExist('timeout', operation)) this.scheduler.deleteTimeout(operation);
  }
}
