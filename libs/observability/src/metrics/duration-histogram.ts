import { type Labels, type Sample } from './series';

/** Counts durations by their length. One observation costs nanoseconds and allocates nothing. */
export class DurationHistogram {
  private readonly bounds: Float64Array;
  private readonly counts: Float64Array;
  private sum = 0;

  /** @param bounds Longest durations of all buckets but the last, which has no bound; ascending. */
  constructor(bounds: readonly number[]) {
    this.bounds = Float64Array.from(bounds);
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** @param weight How many durations this one stands for. */
  observe(duration: number, weight = 1): void {
    const { bounds, counts } = this;
    let index = 0;
    // There are a dozen bounds, and most durations are below the first of them.
    while (index < bounds.length && duration > (bounds[index] ?? 0)) index++;
    counts[index] = (counts[index] ?? 0) + weight;
    this.sum += duration * weight;
  }

  /** The lines of a histogram of that name. */
  *samples(name: string, labels: Labels): Iterable<Sample> {
    let count = 0;
    for (const [index, bound] of this.bounds.entries()) {
      count += this.counts[index] ?? 0;
      yield { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: count };
    }
    count += this.counts[this.bounds.length] ?? 0;
    yield { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count };
    yield { metricName: `${name}_sum`, labels, value: this.sum };
    yield { metricName: `${name}_count`, labels, value: count };
  }
}
