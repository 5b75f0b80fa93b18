import { MICROS_PER_MILLISECOND, type OperationLock } from '@pennon/domain';
import { jittered } from './pauses';
import { RepeatedJob } from './repeated-job';

/** What is to be done, and how often. */
export interface TurnPlan {
  /** Name of the job, by which instances know that it is the same. */
  readonly operation: string;
  /** How often, in milliseconds. */
  readonly interval: number;
  /** Does it once; it is tried again if this rejects. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Tells of a failure, the how-manieth in a row, and returns how long to wait, in milliseconds. */
  readonly onFailure: (err: unknown, failures: number) => number;
}

/** A job that is done every so often, of many instances by the one whose turn it is. */
export class JobInTurn extends RepeatedJob {
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
      const { isAcquired } = await this.turns.tryAcquire(operation, interval * MICROS_PER_MILLISECOND);
      if (isAcquired) await work(signal);
      this.failures = 0;
      return jittered(interval);
    } catch (err) {
      return onFailure(err, ++this.failures);
    }
  }
}
