import { setImmediate as nextTurn } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { MetricsConfig } from '@pennon/config';
import { Dependencies } from './dependencies';
import type { MetricFamily, ProcessMetrics, Sample, Series } from './series';

/** How many values are looked at in one go: a fraction of a millisecond of work. */
const SAMPLES_AT_ONCE = 500;

/** The metrics of this process. */
export class Metrics {
  /** What prom-client itself keeps of the process; not its global registry, because a process may run several apps. */
  readonly registry = new Registry();
  /** What this process depends on. */
  readonly dependencies = new Dependencies();
  private readonly series = new Map<string, Series>();

  constructor(readonly config: MetricsConfig) {}

  /** Shows these from now on, unless metrics are switched off. Throws if there is one of that name. */
  add(...series: readonly Series[]): void {
    if (this.config.enabled) this.addAlways(...series);
  }

  /** Shows these from now on, also when metrics are switched off. Throws if there is one of that name. */
  addAlways(...series: readonly Series[]): void {
    for (const one of series) {
      if (this.series.has(one.name)) throw new Error(`two metrics are called ${one.name}`);
      this.series.set(one.name, one);
    }
  }

  /** The present values: of this process alone. Others have a turn in between, because there may be many. */
  async collect(): Promise<ProcessMetrics> {
    const ofProcess: unknown = await this.registry.getMetricsAsJSON();
    const families = (ofProcess as ProcessMetrics).map(withoutNothing);
    for (const one of this.series.values()) {
      families.push(await familyOf(one));
    }
    return families;
  }
}

/** Without the mean of no values, which JSON cannot say to a peer. */
function withoutNothing(family: MetricFamily): MetricFamily {
  return { ...family, values: family.values.filter(({ value }) => !Number.isNaN(value)) };
}

async function familyOf(series: Series): Promise<MetricFamily> {
  const { name, help, type, aggregator = 'sum' } = series;
  const values: Sample[] = [];
  for (const sample of series.collect()) {
    values.push(sample);
    if (values.length % SAMPLES_AT_ONCE === 0) await nextTurn();
  }
  return { name, help, type, aggregator, values };
}
