import { LRUCache } from 'lru-cache';

/** Most of them that are kept count of; the least recent are forgotten. */
const MAX_COUNTED = 10_000;

/** Counts what each of many does within a span of time, which begins with the first that one does. */
export class RecentCounts {
  private readonly counts: LRUCache<string, number>;

  /** @param span In milliseconds. */
  constructor(span: number) {
    this.counts = new LRUCache({ max: MAX_COUNTED, ttl: span, noUpdateTTL: true });
  }

  /** Counts one more, and returns how many there are. */
  add(who: string): number {
    const count = (this.counts.get(who) ?? 0) + 1;
    this.counts.set(who, count);
    return count;
  }

  /** How long it is until those that were counted are forgotten, in milliseconds; 0 for none. */
  timeLeft(who: string): number {
    return this.counts.getRemainingTTL(who);
  }
}
