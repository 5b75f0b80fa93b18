import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { isConnectionCut, isContention } from './driver-errors';

/** How often a trial write is made while writes fail, in milliseconds. */
const TRIAL_INTERVAL_MS = 2000;

/**
 * How long no write may have failed until writes count as possible again, in milliseconds. On a full disk small writes
 * may succeed between large ones that fail.
 */
const CALM_MS = 10_000;

/** Knows whether a database takes writes. While it does not, trial writes find out when it does again. */
export class WriteHealth {
  private readonly logger = new Logger('database');
  private reason: string | undefined;
  private failedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private isForGood = false;

  /** @param trial Makes a small change that is of no consequence, by way of {@link watch}. */
  constructor(private readonly trial: () => Promise<void>) {}

  /** Why writes fail; undefined while they do not. Without secrets and addresses. */
  get failure(): string | undefined {
    return this.reason;
  }

  /** Runs a write and takes note if the database could not carry it out. Rejects as the write does. */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (error instanceof UnavailableError && isRefusal(error.cause)) this.failed(error);
      throw error;
    }
  }

  /** Counts writes as failing until the process ends. @param reason Without secrets and addresses. */
  refuse(reason: string): void {
    this.isForGood = true;
    this.reason = reason;
    this.stop();
  }

  /** Makes no more trial writes. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private failed(error: UnavailableError): void {
    if (this.isForGood) return;
    this.failedAt = performance.now();
    if (this.reason === undefined)
      this.logger.error({ err: error }, 'the database refuses writes: reads and evaluations go on');
    this.reason = error.message;
    this.tryLater();
  }

  private tryLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tryNow(), TRIAL_INTERVAL_MS).unref();
  }

  private async tryNow(): Promise<void> {
    try {
      await this.trial();
    } catch {
      // Whatever it is: there is no proof that writes succeed.
      if (!this.isForGood) this.tryLater();
      return;
    }
    if (performance.now() - this.failedAt < CALM_MS) {
      this.tryLater();
      return;
    }
    this.reason = undefined;
    this.logger.log('the database takes writes again');
  }
}

/**
 * True if what a write failed by says that others will fail too. Without a cause it never reached the database, and a
 * connection that was cut says nothing: the next write finds out whether the server is there.
 */
function isRefusal(cause: unknown): boolean {
  return cause !== undefined && !isContention(cause) && !isConnectionCut(cause);
}
