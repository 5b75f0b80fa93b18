import { createHash } from 'node:crypto';
import { type Clock, type Instant, MICROS_PER_MILLISECOND, type OperationLock } from '@pennon/domain';

/** Whether this instance is the one that exports. */
export type LeaseState =
  | { readonly isHeld: true }
  /** Another one is, until then at least. */
  | { readonly isHeld: false; readonly freeAt: Instant };

/** The task of exporting to one place, which one of many instances has for a while. */
export class ExportLease {
  /** Name of the job; there is one for each place. */
  private readonly operation: string;

  private heldUntil: Instant | undefined;

  /**
   * @param location Where is exported to.
   * @param duration How long an instance has the task, in milliseconds.
   */
  constructor(
    private readonly lock: OperationLock,
    private readonly clock: Clock,
    location: string,
    private readonly duration: number,
  ) {
    this.operation = `export_${createHash('sha256').update(location).digest('hex').slice(0, 16)}`;
  }

  /** Takes the task when it is free. @throws UnavailableError when nobody can be asked whether it is. */
  async hold(): Promise<LeaseState> {
    if (this.heldUntil !== undefined && this.clock.now() < this.heldUntil) return { isHeld: true };
    this.heldUntil = undefined;
    const interval = this.duration * MICROS_PER_MILLISECOND;
    const { isAcquired, nextTurnAt } = await this.lock.tryAcquire(this.operation, interval);
    if (!isAcquired) return { isHeld: false, freeAt: nextTurnAt };
    this.heldUntil = nextTurnAt;
    return { isHeld: true };
  }

  /** Lets another one have the task at once. */
  async giveBack(): Promise<void> {
    const { heldUntil } = this;
    this.heldUntil = undefined;
    if (heldUntil !== undefined) await this.lock.release(this.operation, heldUntil);
  }
}
