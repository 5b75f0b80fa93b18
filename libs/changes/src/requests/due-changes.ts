import { Logger } from '@nestjs/common';
import {
  DomainError,
  groupBy,
  MICROS_PER_MILLISECOND,
  UnavailableError,
  type ChangeRequest,
  type Clock,
} from '@pennon/domain';
import { jittered, RepeatedJob, waitAfterFailures, type JobLease, type Series } from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';
import { OvertakenChangeError, UnapprovedChangeError, type CarryOut } from './carry-out';

/** How often another instance looks whether the one is still there that applies changes. Milliseconds. */
const WATCH_MS = 1000;

/** Shortest time between two looks for what is due, in milliseconds: as changes may be due at every moment. */
const SHORTEST_WAIT_MS = 50;

/** Most changes that are read at once. */
const BATCH_SIZE = 50;

/** Namespaces whose changes are applied side by side. */
const AT_ONCE = 4;

/** What applying changes works on. */
export interface DueChangesPorts {
  readonly unitOfWork: UnitOfWork;
  readonly carryOut: CarryOut;
  readonly clock: Clock;
  readonly lease: JobLease;
  /** How often it is looked at least for changes that have been scheduled meanwhile, in milliseconds. */
  readonly pollMs: number;
  /** How late a change may be, in milliseconds; 0 for any lateness. */
  readonly maxLatenessMs: number;
}

/**
 * Applies changes whose time has come: those of a namespace one after another, the longest due first. Of many instances
 * one does it; should two believe that they are the one, each change is applied once all the same.
 */
export class DueChanges extends RepeatedJob {
  private readonly logger = new Logger('changes');
  private failures = 0;
  private readonly counts = { applied: 0, ended: 0 };
  private latestLatenessMs = 0;

  constructor(private readonly ports: DueChangesPorts) {
    super((signal) => this.attempt(signal));
  }

  /** What there is to tell of the changes that this instance has applied. */
  series(): readonly Series[] {
    return [
      {
        name: 'pennon_changes_due_total',
        help: 'Scheduled changes whose time has come: applied, or ended without that.',
        type: 'counter',
        collect: () =>
          Object.entries(this.counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: 'pennon_changes_lateness_seconds',
        help: 'How late the scheduled change was that this instance applied last.',
        type: 'gauge',
        aggregator: 'max',
        collect: () => [{ labels: {}, value: this.latestLatenessMs / 1000 }],
      },
    ];
  }

  override async stop(): Promise<void> {
    await super.stop();
    // Whoever cannot be told waits for the end of the lease.
    await this.ports.lease.giveBack().catch(() => undefined);
  }

  private async attempt(signal: AbortSignal): Promise<number> {
    try {
      const { unitOfWork, clock } = this.ports;
      if (!(await this.isMine())) return jittered(WATCH_MS);
      const due = await unitOfWork.read(({ changeRequests }) => changeRequests.due(clock.now(), BATCH_SIZE));
      await this.applyAll(due, signal);
      this.failures = 0;
      return due.length === BATCH_SIZE ? 0 : await this.untilNext();
    } catch (err) {
      if (signal.aborted) return 0;
      const wait = waitAfterFailures(++this.failures);
      if (this.failures === 1)
        this.logger.error({ err, retryInMs: Math.round(wait) }, 'changes that are due cannot be applied');
      return wait;
    }
  }

  /** How long to wait until the next change is due, or may have been scheduled; in milliseconds. */
  private async untilNext(): Promise<number> {
    const { unitOfWork, clock, pollMs } = this.ports;
    const next = await unitOfWork.read(({ changeRequests }) => changeRequests.nextDue());
    const wait = jittered(pollMs);
    if (next === undefined) return wait;
    const untilDue = Math.ceil((next - clock.now()) / MICROS_PER_MILLISECOND);
    return Math.max(SHORTEST_WAIT_MS, Math.min(wait, untilDue));
  }

  private async isMine(): Promise<boolean> {
    return (await this.ports.lease.hold()).isHeld;
  }

  /** Namespaces side by side, and each of them in order. */
  private async applyAll(due: readonly ChangeRequest[], signal: AbortSignal): Promise<void> {
    const queues = [...groupBy(due, ({ namespaceKey }) => namespaceKey).values()];
    const work = async (): Promise<void> => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
        for (const request of queue) {
          if (signal.aborted || !(await this.isMine())) return;
          await this.applyOne(request);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queues.length) }, work));
  }

  private async applyOne(request: ChangeRequest): Promise<void> {
    const { carryOut, clock, maxLatenessMs, unitOfWork } = this.ports;
    const { id: change, namespaceKey: namespace, dueAt = 0 } = request;
    const lateMs = Math.round((clock.now() - dueAt) / MICROS_PER_MILLISECOND);
    try {
      if (maxLatenessMs > 0 && lateMs > maxLatenessMs) {
        const reason = `it would have been ${lateMs} ms late, and changes.max_lateness is ${maxLatenessMs} ms`;
        await unitOfWork.write((stores) => carryOut.giveUp(stores, request, 'failed', reason));
        this.counts.ended++;
        this.logger.warn({ change, namespace, lateMs }, 'a scheduled change is too late, and was given up');
        return;
      }
      const { revision } = await carryOut.apply(request, { isScheduled: true });
      this.latestLatenessMs = (clock.now() - dueAt) / MICROS_PER_MILLISECOND;
      this.counts.applied++;
      this.logger.log(
        { change, namespace, revision: revision?.revision, lateMs },
        'a scheduled change was applied',
      );
    } catch (error) {
      if (error instanceof OvertakenChangeError || error instanceof UnapprovedChangeError) return;
      if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
      this.counts.ended++;
      this.logger.warn(
        { change, namespace, lateMs, reason: error.message },
        'a scheduled change was not applied',
      );
    }
  }
}
