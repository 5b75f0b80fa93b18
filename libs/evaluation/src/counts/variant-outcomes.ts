import { type VariantReason, type VariantResult } from '@pennon/evaluator';

/** The reasons, in the order in which they are counted. */
const reasons: readonly VariantReason[] = ['match', 'default', 'flag-disabled', 'unknown'];

const indexOf = Object.fromEntries(reasons.map((reason, index) => [reason, index])) as Readonly<
  Record<VariantReason, number>
>;

/** Most pairs of variant and segment of one flag that are counted one by one. */
const MAX_PAIRS = 100;

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

/**
 * Counts what a variant flag answers, in nanoseconds: by two look-ups of texts that the snapshot holds, whose hashes
 * the engine has at hand.
 */
export class VariantOutcomes {
  private readonly byValue = new Map<string, Map<string, Float64Array>>();
  private pairs = 0;

  count({ reason, variantKey, segmentKeys }: VariantResult): void {
    const segment = segmentKeys.length === 1 ? (segmentKeys[0] ?? '') : '';
    const counts = this.byValue.get(variantKey)?.get(segment) ?? this.add(variantKey, segment);
    const index = indexOf[reason];
    counts[index] = (counts[index] ?? 0) + 1;
  }

  /** Those that there were. */
  *all(): Iterable<VariantOutcome> {
    for (const [value, bySegment] of this.byValue)
      for (const [segment, counts] of bySegment)
        for (const [index, reason] of reasons.entries()) {
          const count = counts[index] ?? 0;
          if (count > 0) yield { reason, value, segment, count };
        }
  }

  private add(value: string, segment: string): Float64Array {
    if (this.pairs >= MAX_PAIRS && value !== OTHER) {
      return this.byValue.get(OTHER)?.get(OTHER) ?? this.add(OTHER, OTHER);
    }
    this.pairs++;
    const counts = new Float64Array(reasons.length);
    const bySegment = this.byValue.get(value) ?? new Map<string, Float64Array>();
    this.byValue.set(value, bySegment.set(segment, counts));
    return counts;
  }
}
