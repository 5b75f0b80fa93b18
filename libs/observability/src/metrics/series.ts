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
 * A metric whose values are kept by whoever counts, in plain numbers, and are looked at when somebody asks for them.
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
