import type { OnModuleDestroy } from '@nestjs/common';
import { MICROS_PER_SECOND, type Instant } from '@pennon/domain';

/** Tells the second that it is. */
export interface SecondHand {
  /** Whole seconds since 1970. */
  readonly now: number;
}

/** How often the second hand moves, in milliseconds. */
const TICK_MS = 1000;

/** Tells the second, late by one at most, without reading a clock: that takes as long as an evaluation. */
export class Seconds implements SecondHand, OnModuleDestroy {
  now = wholeSecond();
  private readonly timer = setInterval(() => {
    this.now = wholeSecond();
  }, TICK_MS).unref();

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}

/** The moment at which a second begins. */
export function instantOfSecond(second: number): Instant {
  return second * MICROS_PER_SECOND;
}

function wholeSecond(): number {
  return Math.floor(Date.now() / 1000);
}
