import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, type Instant, MICROS_PER_MILLISECOND, type OperationLock } from '@pennon/domain';

/** Wait after a first failure, in milliseconds. */
const FIRST_RETRY_MS = 100;

/** Longest wait after a failure, in milliseconds: how long an outage may seem to go on after its end. */
const MAX_RETRY_MS = 2000;

/** Share of a wait that is left to chance, so that instances do not keep step. */
const JITTER = 0.2;

/** A wait of at most that long, and not much shorter; in milliseconds. */
export function jittered(waitMs: number): number {
  return waitMs * (1 - JITTER * Math.random());
}

/**
 * How long to wait after so many failures in a row: twice as long each time, up to a bound; in milliseconds.
 *
 * @param firstMs Wait after the first of them.
 * @param longestMs The bound.
 */
export function waitAfterFailures(
  failures: number,
  firstMs = FIRST_RETRY_MS,
  longestMs = MAX_RETRY_MS,
): number {
  return jittered(Math.min(firstMs * 2 ** Math.max(failures - 1, 0), longestMs));
}

/** Does one thing again and again, from its start until it is stopped. */
export class RepeatedJob {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  /** @param step Never rejects; resolves with how long to wait for the next one, in milliseconds. */
  constructor(private readonly step: (signal: AbortSignal) => Promise<number>) {}

  /** Begins, and waits for nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends it, and resolves when the step under way has come to its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const wait = await this.step(signal);
      // Being woken is no failure.
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What is to be done, and how often. */
export interface TurnPlan {
  /** Name of the job, by which instances know that it is the same. */
  readonly operation: string;
  /** How often, in milliseconds. */
  readonly interval: number;
  /** Does it once; it is tried again if this rejects. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Reports the nth failure in a row, and returns the pause before the next attempt, in milliseconds. */
  readonly onFailure: (err: unknown, failures: number) => number;
}

/** A job that is done every so often, of many instances by the one whose turn it is. */
export class LeasedJob extends RepeatedJob {
  private failures = 0;

  constructor(
    private readonly turns: OperationLock,
    private readonly plan: TurnPlan,
  ) {
    super((signal) => this.attempt(signal));
  }

  private async attempt(signal: AbortSignal): Promise<number> {
    const { operation, interval, work, onFailure } = this.plan;
    try {
      // The turn ends before any wait does: the next attempt finds it free.
      const turn = Math.floor(interval * (1 - JITTER) * MICROS_PER_MILLISECOND);
      const { isAcquired } = await this.turns.tryAcquire(operation, turn);
      if (isAcquired) await work(signal);
      this.failures = 0;
      return jittered(interval);
    } catch (err) {
      return onFailure(err, ++this.failures);
    }
  }
}

/** Whether this instance is the one that does the job. */
export type LeaseState =
  | { readonly isHeld: true }
  /** Another one is, until then at least. */
  | { readonly isHeld: false; readonly freeAt: Instant };

/** A job that one of many instances has for a while. */
export class JobLease {
  private heldUntil: Instant | undefined;

  /**
   * @param operation Name of the job.
   * @param duration How long an instance has the job, in milliseconds.
   */
  constructor(
    private readonly lock: OperationLock,
    private readonly clock: Clock,
    private readonly operation: string,
    private readonly duration: number,
  ) {}

  /** Takes the job when it is free. @throws UnavailableError when nobody can be asked whether it is. */
  async hold(): Promise<LeaseState> {
    const interval = this.duration * MICROS_PER_MILLISECOND;
    const left = (this.heldUntil ?? 0) - this.clock.wall();
    // More than a whole lease is left only if the clock was set back.
    if (left > 0 && left <= interval) return { isHeld: true };
    this.heldUntil = undefined;
    const { isAcquired, nextTurnAt } = await this.lock.tryAcquire(this.operation, interval);
    if (!isAcquired) return { isHeld: false, freeAt: nextTurnAt };
    this.heldUntil = nextTurnAt;
    return { isHeld: true };
  }

  /** Lets another one have the job at once. */
  async giveBack(): Promise<void> {
    const { heldUntil } = this;
    this.heldUntil = undefined;
    if (heldUntil !== undefined) await this.lock.release(this.operation, heldUntil);
  }
}
