const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Durations as `/meta/config` writes them. */
export function nanoseconds(milliseconds: number): number {
  return milliseconds * NANOSECONDS_PER_MILLISECOND;
}
