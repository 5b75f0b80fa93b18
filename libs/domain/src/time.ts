/** A moment: whole microseconds since the Unix epoch, UTC. Exact in a number until the year 2255. */
export type Instant = number;

/** Where the time comes from. Pure code takes an {@link Instant} instead of reading a clock. */
export abstract class Clock {
  /** The current moment; strictly greater than every moment this clock gave before. */
  abstract now(): Instant;
}
