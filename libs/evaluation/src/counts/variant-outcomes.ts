import { type VariantReason, type VariantResult } from '@pennon/snapshot';
import { notesOf, type ResultNotes } from '../result-notes';

/** Most outcomes of one flag that are counted one by one. */
const MAX_OUTCOMES = 100;

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

class Counter implements VariantOutcome {
  count = 0;

  constructor(
    readonly reason: VariantReason,
    readonly value: string,
    readonly segment: string,
  ) {}
}

/**
 * Counts what a variant flag answers. The counter of a result is noted with the result: to look it up by its keys leads
 * several times to memory that thousands of flags have pushed out of the processor's caches.
 */
export class VariantOutcomes {
  private readonly counters = new Map<string, Counter>();

  count(result: VariantResult): void {
    const notes = notesOf(result);
    if (notes.countedBy !== this || notes.counter === undefined) this.note(result, notes);
    else notes.counter.count++;
  }

  /** Those that there were. */
  all(): Iterable<VariantOutcome> {
    return this.counters.values();
  }

  /** Counts a result, and notes what counts it; whoever writes the namespace in another way is counted elsewhere. */
  private note({ reason, variantKey, segmentKeys }: VariantResult, notes: ResultNotes): void {
    const [segment = ''] = segmentKeys.length === 1 ? segmentKeys : [];
    const counter = this.counterOf(reason, variantKey, segment);
    counter.count++;
    notes.countedBy = this;
    notes.counter = counter;
  }

  private counterOf(reason: VariantReason, value: string, segment: string): Counter {
    const name = JSON.stringify([reason, value, segment]);
    const present = this.counters.get(name);
    if (present !== undefined) return present;
    if (this.counters.size >= MAX_OUTCOMES && value !== OTHER) return this.counterOf(reason, OTHER, OTHER);
    const counter = new Counter(reason, value, segment);
    this.counters.set(name, counter);
    return counter;
  }
}
