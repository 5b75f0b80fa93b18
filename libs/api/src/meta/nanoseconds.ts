const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Durations as `/meta/config` writes them. Source: contract/management-api.md 1.6. */
export function nanoseconds(milliseconds: number): number {
  return milliseconds * NANOSECONDS_PER_MILLISECOND;
}
