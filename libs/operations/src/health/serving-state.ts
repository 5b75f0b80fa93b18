import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { FreshnessConfig } from '@pennon/config';
import type { SnapshotAges } from '@pennon/domain';

/** How old snapshots may be before this instance should not be preferred: `freshness.max_age`. */
export class AgeLimit {
  constructor(
    private readonly config: Pick<FreshnessConfig, 'maxAge'>,
    private readonly ages: SnapshotAges,
  ) {}

  /** True when there is a limit at all. */
  get isSet(): boolean {
    return this.config.maxAge > 0;
  }

  /** True while no snapshot is older than the limit. */
  get isKept(): boolean {
    return !this.isSet || this.ages.greatestAgeMs() <= this.config.maxAge;
  }

  /** The greatest age there is, in whole milliseconds. */
  get greatestAgeMs(): number {
    return Math.ceil(this.ages.greatestAgeMs());
  }
}

/** How often the ages of snapshots are looked at for those who watch, in milliseconds. */
const AGE_CHECK_MS = 500;

/**
 * Whether this instance wants requests: from the moment it is ready until shutdown begins, but for the time that its
 * snapshots are older than they may be.
 */
@Injectable()
export class ServingState implements OnModuleDestroy {
  private readonly serving = new BehaviorSubject(false);
  private phase: 'starting' | 'started' | 'stopping' = 'starting';
  private ageCheck: NodeJS.Timeout | undefined;
  private awaited: { readonly text: string } = { text: '' };

  constructor(private readonly ageLimit: AgeLimit) {}

  /** True when requests are welcome now. */
  get isServing(): boolean {
    return this.isStarted && this.ageLimit.isKept;
  }

  /** True from the end of the start until shutdown begins. */
  get isStarted(): boolean {
    return this.phase === 'started';
  }

  /** True once shutdown has begun. */
  get isStopping(): boolean {
    return this.phase === 'stopping';
  }

  /** The present state, and every change that follows; one that comes with age is noticed within half a second. */
  get changes(): Observable<boolean> {
    return this.serving;
  }

  /** What it waits for before it is ready; empty when that is not known. */
  get reason(): string {
    return this.awaited.text;
  }

  /** Nothing is loaded yet. @param reason Why; its text may change. */
  waitFor(reason: { readonly text: string }): void {
    this.awaited = reason;
  }

  /** Everything is loaded: requests are welcome. */
  start(): void {
    this.phase = 'started';
    this.tell();
    if (this.ageLimit.isSet) this.watchAges();
  }

  /** Shutdown has begun: load balancers should turn away. */
  stop(): void {
    this.phase = 'stopping';
    clearInterval(this.ageCheck);
    this.tell();
  }

  onModuleDestroy(): void {
    clearInterval(this.ageCheck);
  }

  private watchAges(): void {
    clearInterval(this.ageCheck);
    this.ageCheck = setInterval(() => {
      this.tell();
    }, AGE_CHECK_MS);
    this.ageCheck.unref();
  }

  private tell(): void {
    const { isServing } = this;
    if (isServing !== this.serving.value) this.serving.next(isServing);
  }
}

/** Terminus' view of {@link ServingState}. */
@Injectable()
export class ServingIndicator {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly state: ServingState,
  ) {}

  check(): HealthIndicatorResult {
    const indicator = this.indicators.check('serving');
    return this.state.isServing ? indicator.up() : indicator.down();
  }
}
