import { type Clock, type Instant, MICROS_PER_MILLISECOND, type OperationLock } from '@pennon/domain';

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
    if (this.heldUntil !== undefined && this.clock.now() < this.heldUntil) return { isHeld: true };
    this.heldUntil = undefined;
    const interval = this.duration * MICROS_PER_MILLISECOND;
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
