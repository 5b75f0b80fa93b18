import { MICROS_PER_SECOND, type Instant } from './time';

/** How long the time is that evaluations are counted together for, in microseconds. */
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;

/** How often a flag answered a value in a minute. */
export interface EvaluationCount {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Key of the variant, empty for none; `true` or `false` of a boolean flag. */
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

/** Counts that are added together, and once, however often they are handed over. */
export interface CountBatch {
  /** Who has counted: a UUID, another one for each process. */
  readonly source: string;
  /**
   * From 1 on, a higher one for each batch of the source. A source hands over a batch until it knows what has become of
   * it, and none beside it.
   */
  readonly sequence: number;
  /** No two of the same flag, value and minute. */
  readonly counts: readonly EvaluationCount[];
}

/** Where counts are added to those of other processes, and of earlier minutes. */
export abstract class EvaluationCountSink {
  /**
   * Adds all of them, or none.
   *
   * @returns false if they, or a later batch of the source, were added before.
   * @throws InvalidArgumentError if they will never be taken. After any other error they may be, or may have been
   * added.
   */
  abstract add(batch: CountBatch): Promise<boolean>;
}

/** The beginning of the minute that the moment is in. */
export function minuteOf(at: Instant): Instant {
  return at - (at % MICROS_PER_MINUTE);
}
