import { MICROS_PER_SECOND, type Clock, type Instant } from '@pennon/domain';
import { jittered, RepeatedJob, type Series } from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';

/** How often every instance looks, in milliseconds. One row is read by an index. */
const LOOK_MS = 5000;

/** What is looked at. */
export interface OverdueChangesPorts {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  /** How often; every five seconds unless given. Milliseconds. */
  readonly lookMs?: number;
}

/**
 * Knows how long the change has been waiting that was due first. Every instance looks for itself, apart from the job
 * that applies changes: that job, or the instance that has it, may be stuck.
 */
export class OverdueChanges extends RepeatedJob {
  /**
   * When the earliest change was due that a look found waiting after its time, by the clock of this host; undefined for
   * none.
   */
  private dueAt: Instant | undefined;

  constructor(private readonly ports: OverdueChangesPorts) {
    super(async () => {
      await this.look();
      return jittered(ports.lookMs ?? LOOK_MS);
    });
  }

  /** What there is to tell of changes that wait though they are due. */
  series(): Series {
    return {
      name: 'pennon_changes_overdue_seconds',
      help: 'How long the scheduled change has been waiting that was due first; 0 while none is overdue.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: this.overdueSeconds() }],
    };
  }

  private async look(): Promise<void> {
    const { unitOfWork, clock } = this.ports;
    try {
      const { next, now } = await unitOfWork.read(async ({ changeRequests, time }) => ({
        next: await changeRequests.nextDue(),
        now: await time.now(),
      }));
      this.dueAt = next !== undefined && next < now ? next + clock.now() - now : undefined;
    } catch {
      // A database that is away is told elsewhere. Nothing can be applied meanwhile: what waited goes on to wait.
    }
  }

  private overdueSeconds(): number {
    return this.dueAt === undefined ? 0 : (this.ports.clock.now() - this.dueAt) / MICROS_PER_SECOND;
  }
}
