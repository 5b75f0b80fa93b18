import {
  EvaluationCounter,
  minuteOf,
  resolveNamespaceKey,
  type Clock,
  type EvaluationCount,
  type Instant,
} from '@pennon/domain';

/** How often a value was answered in this minute. */
interface Counter {
  evaluations: number;
}

/** The counters of one flag. */
interface FlagCounters {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly byValue: Map<string, Counter>;
}

/**
 * Counts that wait to be written. To count one costs two look-ups, and no clock: counters belong to the minute that was
 * begun last, and whoever {@link seal}s them begins the next one.
 */
export class WaitingCounts extends EvaluationCounter {
  /** Evaluations that were not counted, because too many counters waited. */
  dropped = 0;
  /** By the flag as the snapshot has it: after a change of the flag it is another one, which is counted beside it. */
  private readonly open = new Map<object, FlagCounters>();
  private openSize = 0;
  private minute: Instant;
  private readonly sealed = new Map<string, EvaluationCount>();
  /** Counts that were taken, and of which it is not known yet what becomes of them. */
  private taken = 0;

  /** @param maxCounters Most counters at a time. */
  constructor(
    private readonly maxCounters: number,
    private readonly clock: Clock,
  ) {
    super();
    this.minute = minuteOf(clock.now());
  }

  /** Counters in memory. */
  get size(): number {
    return this.openSize + this.sealed.size + this.taken;
  }

  count(namespaceKey: string, flag: { readonly key: string }, value: string): void {
    const counter = this.open.get(flag)?.byValue.get(value) ?? this.add(namespaceKey, flag, value);
    if (counter === undefined) this.dropped++;
    else counter.evaluations++;
  }

  /** Ends the counting of the minute that was begun last, and begins the one that it is now. */
  seal(): void {
    for (const { namespaceKey, flagKey, byValue } of this.open.values()) {
      for (const [value, { evaluations }] of byValue)
        this.merge({ namespaceKey, flagKey, value, minute: this.minute, evaluations });
    }
    this.open.clear();
    this.openSize = 0;
    this.minute = minuteOf(this.clock.now());
  }

  /** Takes sealed counts away, and no more than `limit`, until they are {@link settle}d. */
  take(limit: number): readonly EvaluationCount[] {
    const counts: EvaluationCount[] = [];
    for (const [name, count] of this.sealed) {
      if (counts.length === limit) break;
      counts.push(count);
      this.sealed.delete(name);
    }
    this.taken += counts.length;
    return counts;
  }

  /** Frees the slots of counts whose delivery is settled. */
  settle(counts: readonly EvaluationCount[]): void {
    this.taken -= counts.length;
  }

  private add(namespaceKey: string, flag: { readonly key: string }, value: string): Counter | undefined {
    if (this.size >= this.maxCounters) return undefined;
    const counters = this.open.get(flag) ?? {
      namespaceKey: resolveNamespaceKey(namespaceKey),
      flagKey: flag.key,
      byValue: new Map<string, Counter>(),
    };
    const counter = { evaluations: 0 };
    this.open.set(flag, counters);
    counters.byValue.set(value, counter);
    this.openSize++;
    return counter;
  }

  private merge(count: EvaluationCount): void {
    const name = JSON.stringify([count.namespaceKey, count.flagKey, count.value, count.minute]);
    const evaluations = count.evaluations + (this.sealed.get(name)?.evaluations ?? 0);
    this.sealed.set(name, { ...count, evaluations });
  }
}
