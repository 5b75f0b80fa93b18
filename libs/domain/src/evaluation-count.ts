import { MICROS_PER_SECOND, type Instant } from './time';

/** How long the time is that evaluations are counted together for, in microseconds. */
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;

/** How often a flag answered a value in a minute. */
export interface EvaluationCount {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Key of the variant, empty for none; `true` or `false` of a boolean flag. Source: contract/evaluation.md 12. */
  readonly value: string;
  /** When the minute began. */
  readonly minute: Instant;
  /** At least 1. */
  readonly evaluations: number;
}

/** Counts evaluations, one after the other; it never waits and never throws. */
export abstract class EvaluationCounter {
  /**
   * @param namespaceKey Empty for `default`.
   * @param flag As the snapshot has it: the same object means the same flag.
   * @param value As {@link EvaluationCount.value}.
   */
  abstract count(namespaceKey: string, flag: { readonly key: string }, value: string): void;
}

/** Where counts are added to those of other processes, and of earlier minutes. */
export abstract class EvaluationCountSink {
  /** Adds all of them, or none. @throws UnavailableError if they cannot be taken now. */
  abstract add(counts: readonly EvaluationCount[]): Promise<void>;
}

/** The beginning of the minute that the moment is in. */
export function minuteOf(at: Instant): Instant {
  return at - (at % MICROS_PER_MINUTE);
}
