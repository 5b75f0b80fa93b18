import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { type NamespacesRefusedError } from '@pennon/snapshot';
import { jittered, waitAfterFailures } from '@pennon/platform';
import { SharedRun } from './shared-run';

/**
 * Looks at a source again and again, and knows whether it answers.
 *
 * While it does not answer, it is looked at with growing waits in between, and nobody else need try: requests ask
 * {@link isFailing} first. That begins, and ends, with one line in the log.
 */
export class SourceMonitor {
  private readonly logger = new Logger('snapshot');
  private readonly looks = new SharedRun(() => this.lookOnce());
  private timer: NodeJS.Timeout | undefined;
  private isOn = false;
  private failingSince: number | undefined;
  /** What the log says of namespaces that are refused. */
  private told: string | undefined;
  /** Failures ever, of whatever kind: one that comes while we look makes the look prove nothing. */
  private failures = 0;
  /** Looks in a row that have failed. */
  private failedLooks = 0;

  /**
   * @param look Compares what is held with what the source has. After a failure, `inFull` is true: then it resolves
   *   only when all that had changed has been read.
   * @param intervalMs Longest time between two looks while the source answers, in milliseconds.
   */
  constructor(
    private readonly look: (inFull: boolean) => Promise<void>,
    private readonly intervalMs: number,
  ) {}

  /** True from a failure until the source has been looked at in full. */
  get isFailing(): boolean {
    return this.failingSince !== undefined;
  }

  /** Begins; the first look comes after the interval. */
  start(): void {
    this.isOn = true;
    this.lookLater();
  }

  stop(): void {
    this.isOn = false;
    clearTimeout(this.timer);
  }

  /** Looks now; resolves when that is done, whatever came of it. */
  async lookNow(): Promise<void> {
    if (this.isOn) await this.looks.run();
  }

  /** Takes note that somebody could not read the source. */
  failed(error: unknown): void {
    this.failures++;
    if (!this.isOn || this.isFailing) return;
    this.failingSince = performance.now();
    this.logger.error({ err: error }, 'snapshots cannot be read: what is held is used until they can be');
    this.lookLater();
  }

  /**
   * Takes note of what keeps some namespaces from being read while the source answers. Every new refusal is told; of an
   * outage, which has many faces, the first one is.
   */
  refused(refusal: NamespacesRefusedError | undefined): void {
    if (this.told === refusal?.message) return;
    if (refusal === undefined) this.logger.log('every namespace can be read again');
    else
      this.logger.error(
        { err: refusal },
        'some namespaces cannot be read: what is held of them is used until they can be',
      );
    this.told = refusal?.message;
  }

  private async lookOnce(): Promise<void> {
    const { failures } = this;
    try {
      await this.look(this.isFailing);
      this.failedLooks = 0;
      if (this.failures === failures) this.recovered();
    } catch (error) {
      this.failedLooks++;
      this.failed(error);
    }
    this.lookLater();
  }

  private recovered(): void {
    if (this.failingSince === undefined) return;
    const milliseconds = Math.round(performance.now() - this.failingSince);
    this.failingSince = undefined;
    this.logger.log({ milliseconds }, 'snapshots can be read again');
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    if (!this.isOn) return;
    const wait = this.isFailing ? waitAfterFailures(this.failedLooks) : jittered(this.intervalMs);
    this.timer = setTimeout(() => void this.lookNow(), wait);
    this.timer.unref();
  }
}
