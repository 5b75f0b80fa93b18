import { type VariantReason, type VariantResult } from '@pennon/evaluator';

/** Most outcomes of one flag that are counted one by one. */
const MAX_OUTCOMES = 100;

/** How many of them are gone through before the rest is looked up. */
const MAX_FREQUENT = 16;

/** Stands for whatever there are too many of; no key can be spelled like that. */
export const OTHER = '(other)';

/** One way in which a variant flag has answered, and how often. */
export interface VariantOutcome {
  readonly reason: VariantReason;
  /** Key of the variant; empty for none. */
  readonly value: string;
  /** Key of the segment that matched; empty for none, and for several. */
  readonly segment: string;
  readonly count: number;
}

type Counter = { -readonly [Member in keyof VariantOutcome]: VariantOutcome[Member] };

/**
 * Counts what a variant flag answers. Nearly all flags have a few outcomes, and these are gone through: to look them up by
 * their keys leads several times to memory that thousands of flags have pushed out of the processor's caches.
 */
export class VariantOutcomes {
  private readonly frequent: Counter[] = [];
  private readonly rest = new Map<string, Counter>();

  count({ reason, variantKey, segmentKeys }: VariantResult): void {
    const segment = segmentKeys.length === 1 ? (segmentKeys[0] ?? '') : '';
    for (const counter of this.frequent) {
      if (counter.value === variantKey && counter.segment === segment && counter.reason === reason) {
        counter.count++;
        return;
      }
    }
    this.other(reason, variantKey, segment).count++;
  }

  /** Those that there were. */
  *all(): Iterable<VariantOutcome> {
    yield* this.frequent;
    yield* this.rest.values();
  }

  private other(reason: VariantReason, value: string, segment: string): Counter {
    const name = JSON.stringify([reason, value, segment]);
    const present = this.rest.get(name);
    if (present !== undefined) return present;
    if (this.frequent.length + this.rest.size >= MAX_OUTCOMES && value !== OTHER)
      return this.other(reason, OTHER, OTHER);
    const counter = { reason, value, segment, count: 0 };
    if (this.frequent.length < MAX_FREQUENT) this.frequent.push(counter);
    else this.rest.set(name, counter);
    return counter;
  }
}
