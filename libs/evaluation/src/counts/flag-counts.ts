import { type BooleanResult, type VariantResult } from '@pennon/snapshot';
import { DurationHistogram } from '@pennon/observability';
import { VariantOutcomes } from './variant-outcomes';

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
  /** Evaluations that threw, which none does by design. */
  errors = 0;
  /** How long evaluations took, in milliseconds; the last few may be missing. */
  readonly durations = new DurationHistogram(BOUNDS);
  readonly variants = new VariantOutcomes();
  /** Answers of a boolean flag: matches with false and true, then defaults with false and true. */
  readonly booleans = new Float64Array(4);
  private timed = 0;

  /** Counts an evaluation that begins. Returns true when it is to be timed. */
  begin(): boolean {
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
