/** Names of labels and their values. The `le` of a histogram is its bound. */
export type Labels = Readonly<Record<string, string | number>>;

/** One line of the text. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Where it is not that of the series: those of histograms end in `_bucket`, `_sum` and `_count`. */
  readonly metricName?: string;
}

/** How the values of several processes become one; words of prom-client. */
export type Aggregator = 'sum' | 'max' | 'min' | 'first' | 'average' | 'omit';

/** All samples of one name, as prom-client's `getMetricsAsJSON()` gives them: plain data, fit to be sent to a peer. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: Aggregator;
  readonly values: readonly Sample[];
}

/** The metrics of one process. */
export type ProcessMetrics = readonly MetricFamily[];

/**
 * A metric whose owner keeps the values as plain numbers; they are read when metrics are asked for.
 */
export interface Series {
  /** That of a counter ends in `_total`. */
  readonly name: string;
  /** One line: what it counts, and in which unit. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** `sum` unless given. */
  readonly aggregator?: Aggregator;
  /** The present values. Throws nothing, waits for nothing. */
  readonly collect: () => Iterable<Sample>;
}

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
