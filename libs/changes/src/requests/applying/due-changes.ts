import { Logger } from '@nestjs/common';
import { isEmptySummary } from '@pennon/document';
import {
  DomainError,
  groupBy,
  MICROS_PER_MILLISECOND,
  UnavailableError,
  type ChangeRequest,
  type Instant,
} from '@pennon/domain';
import {
  atMost,
  jittered,
  RepeatedJob,
  waitAfterFailures,
  type JobLease,
  type Series,
} from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';
import { NewerVersionError } from '../../history/newer-version';
import { whyUnreadable } from '../../wanted/stored-change';
import { UnapprovedChangeError } from '../approvals/assert-approved';
import type { CarryOut } from './carry-out';
import { giveUp } from '../events/give-up';
import { OvertakenChangeError } from '../events/held-request';

/** How often another instance looks whether the one is still there that applies changes. Milliseconds. */
const WATCH_MS = 1000;

/** Shortest time between two looks for what is due, in milliseconds: as changes may be due at every moment. */
const SHORTEST_WAIT_MS = 50;

/** Most changes that are read at once. */
const BATCH_SIZE = 50;

/** Namespaces whose changes are applied side by side. */
const AT_ONCE = 4;

/** How often a change may fail for no known reason until those after it are applied without it. */
const PATIENCE = 5;

/** How often the job is offered to instances of a newer version, while there are changes for them. Milliseconds. */
const OFFER_INTERVAL_MS = 60_000;

/** How long to leave the job to others then, in milliseconds: each of them looks once within {@link WATCH_MS}. */
const OFFER_MS = 3 * WATCH_MS;

/** What the time was, by the database. */
class Moment {
  private readonly at = performance.now();

  constructor(private readonly moment: Instant) {}

  /** What the time is now, by the database. */
  now(): Instant {
    return this.moment + Math.round((performance.now() - this.at) * MICROS_PER_MILLISECOND);
  }
}

/** What applying changes works on. */
export interface DueChangesPorts {
  readonly unitOfWork: UnitOfWork;
  readonly carryOut: CarryOut;
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
  /** How often changes have failed in a row for no known reason, by their ids. */
  private readonly failing = new Map<string, number>();
  /** Due changes that only a newer version can apply, by their ids; and those of the look before. */
  private waiting = new Set<string>();
  private waitedBefore: ReadonlySet<string> = new Set();
  private offeredAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly ports: DueChangesPorts) {
    super((signal) => this.look(signal));
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

  /** Applies what is due now, and tells how long to wait until the next look, in milliseconds. Never rejects. */
  async look(signal: AbortSignal): Promise<number> {
    try {
      if (!(await this.isMine())) return jittered(WATCH_MS);
      const limit = BATCH_SIZE + this.failing.size + this.waiting.size;
      const { now, due } = await this.ports.unitOfWork.read(async (stores) => {
        const now = await stores.time.now();
        return { now, due: await stores.changeRequests.due(now, limit) };
      });
      const time = new Moment(now);
      const queues = groupBy(this.readable(due), ({ namespaceKey }) => namespaceKey).values();
      // Namespaces side by side, and each of them in order.
      await atMost(AT_ONCE, queues, (queue) => this.applyQueue(queue, time, signal));
      this.failures = 0;
      if (await this.offer()) return jittered(OFFER_MS);
      return due.length === limit ? 0 : await this.untilNext(now, time);
    } catch (err) {
      if (signal.aborted) return 0;
      const wait = waitAfterFailures(++this.failures);
      if (this.failures === 1)
        this.logger.error({ err, retryInMs: Math.round(wait) }, 'changes that are due cannot be applied');
      return wait;
    }
  }

  /** The changes that this version can read: the others go on waiting, and hold up nobody. */
  private readable(due: readonly ChangeRequest[]): readonly ChangeRequest[] {
    this.waitedBefore = this.waiting;
    this.waiting = new Set();
    return due.filter((request) => {
      const reason = whyUnreadable(request.content);
      if (reason !== undefined) this.leave(request, reason);
      return reason === undefined;
    });
  }

  /** Leaves a change to an instance of a newer version. */
  private leave({ id: change, namespaceKey: namespace }: ChangeRequest, reason: NewerVersionError): void {
    this.waiting.add(change);
    if (this.waitedBefore.has(change)) return;
    this.logger.warn(
      { change, namespace, reason: reason.message },
      'a scheduled change waits for a newer version',
    );
  }

  /** Gives the job back for a moment if an instance of a newer version has work to do; true if it has. */
  private async offer(): Promise<boolean> {
    const now = performance.now();
    if (this.waiting.size === 0 || now - this.offeredAt < OFFER_INTERVAL_MS) return false;
    this.offeredAt = now;
    await this.ports.lease.giveBack();
    return true;
  }

  /** How long to wait until the next change is due, or may have been scheduled; in milliseconds. */
  private async untilNext(after: Instant, time: Moment): Promise<number> {
    const { unitOfWork, pollMs } = this.ports;
    // What was due already could not be applied.
    const next = await unitOfWork.read(({ changeRequests }) => changeRequests.nextDue(after));
    const wait = jittered(pollMs);
    if (next === undefined) return wait;
    const untilDue = Math.ceil((next - time.now()) / MICROS_PER_MILLISECOND);
    return Math.max(SHORTEST_WAIT_MS, Math.min(wait, untilDue));
  }

  private async isMine(): Promise<boolean> {
    return (await this.ports.lease.hold()).isHeld;
  }

  /** The changes of a namespace. One that fails for no known reason holds up the others for some attempts only. */
  private async applyQueue(
    queue: readonly ChangeRequest[],
    time: Moment,
    signal: AbortSignal,
  ): Promise<void> {
    for (const request of queue) {
      if (signal.aborted || !(await this.isMine())) return;
      try {
        await this.applyOne(request, time);
        this.failing.delete(request.id);
      } catch (err) {
        if (err instanceof UnavailableError) throw err;
        const failures = (this.failing.get(request.id) ?? 0) + 1;
        this.failing.set(request.id, failures);
        if (failures < PATIENCE) throw err;
        const { id: change, namespaceKey: namespace } = request;
        if (failures === PATIENCE)
          this.logger.error({ err, change, namespace }, 'a scheduled change fails, and others pass by it');
      }
    }
  }

  private async applyOne(request: ChangeRequest, time: Moment): Promise<void> {
    const { carryOut, maxLatenessMs, unitOfWork } = this.ports;
    const { id: change, namespaceKey: namespace, dueAt = 0 } = request;
    const lateMs = Math.round((time.now() - dueAt) / MICROS_PER_MILLISECOND);
    try {
      if (maxLatenessMs > 0 && lateMs > maxLatenessMs) {
        const reason = `it would have been ${lateMs} ms late, and changes.max_lateness is ${maxLatenessMs} ms`;
        await unitOfWork.write((stores) => giveUp('fail', stores, request, reason));
        this.counts.ended++;
        this.logger.warn({ change, namespace, lateMs }, 'a scheduled change is too late, and was given up');
        return;
      }
      const { revision, summary } = await carryOut.applyDue(request);
      this.latestLatenessMs = (time.now() - dueAt) / MICROS_PER_MILLISECOND;
      this.counts.applied++;
      const made = isEmptySummary(summary) ? {} : { revision: revision?.revision };
      this.logger.log({ change, namespace, ...made, lateMs }, 'a scheduled change was applied');
    } catch (error) {
      if (error instanceof OvertakenChangeError || error instanceof UnapprovedChangeError) return;
      if (error instanceof NewerVersionError) {
        this.leave(request, error);
        return;
      }
      if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
      this.counts.ended++;
      this.logger.warn(
        { change, namespace, lateMs, reason: error.message },
        'a scheduled change was not applied',
      );
    }
  }
}
