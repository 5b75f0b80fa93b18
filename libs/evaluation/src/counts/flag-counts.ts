import { DurationHistogram } from '@pennon/platform';
import type { BooleanResult, VariantReason, VariantResult } from '@pennon/snapshot';
import { notesOf, type ResultNotes } from '../wire/result-notes';
import type { SecondHand } from './seconds';

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
class VariantOutcomes {
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

/**
 * Bounds of the buckets of durations, in milliseconds: of Flipt's those that an evaluation in memory may reach,
 * and finer ones below.
 */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 100, 1000];

/**
 * One evaluation in so many is timed, and stands for those since the last one: the clock costs more than all other
 * counting together, and as much as an evaluation.
 */
const TIMED_ONE_IN = 8;

/** What became of the evaluations of one flag, or of many that are counted as one. */
export class FlagCounts {
  requests = 0;
  /** The second in which the last one began; 0 for none. A small integer, so that to set it allocates nothing. */
  askedAt = 0;
  /** Evaluations that threw, which none does by design. */
  errors = 0;
  /** How long evaluations took, in milliseconds; the last few may be missing. */
  readonly durations = new DurationHistogram(BOUNDS);
  readonly variants = new VariantOutcomes();
  /** Answers of a boolean flag: matches with false and true, then defaults with false and true. */
  readonly booleans = new Float64Array(4);
  private timed = 0;

  constructor(private readonly seconds: SecondHand) {}

  /** Counts an evaluation that begins. Returns true when it is to be timed. */
  begin(): boolean {
    this.askedAt = this.seconds.now;
    return this.requests++ - this.timed === (this.timed === 0 ? 0 : TIMED_ONE_IN - 1);
  }

  /** How long an evaluation took that was to be timed, in milliseconds. */
  took(milliseconds: number): void {
    this.durations.observe(milliseconds, this.requests - this.timed);
    this.timed = this.requests;
  }

  countBoolean({ isEnabled, reason }: BooleanResult): void {
    const index = (reason === 'match' ? 0 : 2) + (isEnabled ? 1 : 0);
    this.booleans[index] = (this.booleans[index] ?? 0) + 1;
  }

  countVariant(result: VariantResult): void {
    this.variants.count(result);
  }
}
