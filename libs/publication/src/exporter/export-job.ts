import { type Clock, type Instant, MICROS_PER_MILLISECOND } from '@pennon/domain';
import { ObjectStoreError } from '../object-store/object-store';
import type { Publisher } from '../publisher';
import { jittered, type JobLease, RepeatedJob, waitAfterFailures, withinTime } from '@pennon/platform';
import { ExportLog } from './export-report';

/** Shortest wait, in milliseconds: clocks that disagree must not make instances ask without a pause. */
const MIN_WAIT_MS = 100;

/** Longest wait after a failure, in milliseconds, however rarely is exported. */
const MAX_RETRY_MS = 60_000;

/** From this failure in a row on, it is no hiccup, and waits grow beyond those for one. */
const LASTING = 6;

/** Wait after that one, in milliseconds. */
const FIRST_LASTING_MS = 4000;

/** How long to wait for a moment that is so many microseconds away, but not longer than that; in milliseconds. */
export function waitFor(microseconds: number, longestMs: number): number {
  const wait = Math.ceil(microseconds / MICROS_PER_MILLISECOND);
  return Math.max(Math.min(wait, longestMs), MIN_WAIT_MS);
}

/** How long to wait after so many failures in a row; in milliseconds. */
export function retryAfter(failures: number): number {
  if (failures < LASTING) return waitAfterFailures(failures);
  return waitAfterFailures(failures - LASTING + 1, FIRST_LASTING_MS, MAX_RETRY_MS);
}

/** Longest wait for the object that is being written when the job is stopped, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

/** What a job works on. */
export interface ExportJobParts {
  readonly publisher: Publisher;
  readonly lease: JobLease;
  readonly clock: Clock;
}

/** How the job stands, for those who watch over it. */
export interface ExportState {
  /** When this instance last found the store up to date, or made it so; undefined for never. */
  readonly lastSuccessAt: Instant | undefined;
  /** When an attempt of this instance last failed; undefined for never. */
  readonly lastFailureAt: Instant | undefined;
  /** How many attempts have failed since, in a row. */
  readonly failures: number;
  /** True while this instance exports, or tries to; false while another one does. */
  readonly isOurs: boolean;
  /** True from a failure of the store until this instance has used it again, or another one exports. */
  readonly isStoreAway: boolean;
  /** How many attempts have succeeded, and failed, since the start. */
  readonly attempts: { readonly succeeded: number; readonly failed: number };
}

/** Why flags are not exported by this instance, for its health; undefined while they are, or another one exports. */
export function exportFailure({ failures, isOurs, isStoreAway }: ExportState): string | undefined {
  if (failures === 0 || !isOurs) return undefined;
  const what = isStoreAway ? 'object storage cannot be used' : 'flags cannot be exported';
  return `${what}, failures in a row: ${failures}: see the log`;
}

/** Exports again and again: at once, and from then on whenever something has changed. Of many instances one does it. */
export class ExportJob extends RepeatedJob {
  private readonly log: ExportLog;
  private failures = 0;
  private lastSuccessAt: Instant | undefined;
  private lastFailureAt: Instant | undefined;
  private isOurs = true;
  private isStoreAway = false;
  private readonly attempts = { succeeded: 0, failed: 0 };

  /** @param interval How often it is looked whether something has changed, in milliseconds. */
  constructor(
    private readonly parts: ExportJobParts,
    private readonly interval: number,
  ) {
    super((signal) => this.attempt(signal));
    this.log = new ExportLog(parts.publisher.location);
  }

  get state(): ExportState {
    const { lastSuccessAt, lastFailureAt, failures, isOurs, isStoreAway, attempts } = this;
    return { lastSuccessAt, lastFailureAt, failures, isOurs, isStoreAway, attempts: { ...attempts } };
  }

  /**
   * Ends it: resolves when no object is being written any more, or that takes too long. Lets another instance go on.
   */
  override async stop(): Promise<void> {
    try {
      await withinTime(STOP_LIMIT_MS, 'the end of the export', this.end());
    } catch {
      this.log.abandoned();
    }
  }

  private async end(): Promise<void> {
    await super.stop();
    // Whoever cannot be told waits for the end of the lease.
    await this.parts.lease.giveBack().catch(() => undefined);
  }

  /** Exports if it is for this instance to do, whatever comes of it; returns how long to wait, in milliseconds. */
  private async attempt(signal: AbortSignal): Promise<number> {
    try {
      const lease = await this.parts.lease.hold();
      this.isOurs = lease.isHeld;
      if (lease.isHeld) await this.export(signal);
      this.isStoreAway = false;
      if (!lease.isHeld) return waitFor(lease.freeAt - this.parts.clock.now(), jittered(this.interval));
      return jittered(this.interval);
    } catch (error) {
      return signal.aborted ? 0 : this.fail(error);
    }
  }

  private async export(signal: AbortSignal): Promise<void> {
    // The first time, whatever happened to the store meanwhile is found out.
    const isThorough = this.lastSuccessAt === undefined;
    const outcome = await this.parts.publisher.publish({ isThorough, signal });
    this.lastSuccessAt = this.parts.clock.now();
    this.attempts.succeeded++;
    if (this.failures > 0) this.log.recovered(this.failures);
    this.failures = 0;
    this.log.published(outcome);
  }

  private fail(error: unknown): number {
    const wait = retryAfter(++this.failures);
    this.lastFailureAt = this.parts.clock.now();
    this.attempts.failed++;
    this.isStoreAway ||= error instanceof ObjectStoreError;
    if (this.failures === 1) this.log.failed(error, wait);
    return wait;
  }
}
