/** A moment: whole microseconds since the Unix epoch, UTC. Exact in a number until the year 2255. */
export type Instant = number;

/** How many microseconds, the unit of an {@link Instant}, there are in other units. */
export const MICROS_PER_MILLISECOND = 1000;
export const MICROS_PER_SECOND = 1_000_000;

/** A moment in RFC 3339, to the millisecond, and without a fraction where the second is whole. */
export function timestampText(instant: Instant): string {
  return new Date(instant / MICROS_PER_MILLISECOND).toISOString().replace('.000Z', 'Z');
}

/** Where the time comes from. Pure code takes an {@link Instant} instead of reading a clock. */
export abstract class Clock {
  /** The current moment; greater than every moment this clock gave before, unless the machine's clock was set back. */
  abstract now(): Instant;

  /**
   * The moment by the machine's clock, which may be set back: for what is due, not for what tells rows apart. The
   * same as {@link now}, unless the clock knows better.
   */
  wall(): Instant {
    return this.now();
  }
}
