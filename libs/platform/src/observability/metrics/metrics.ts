import { setImmediate as nextTurn } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { MetricsConfig } from '@pennon/config';
import type { MetricFamily, ProcessMetrics, Sample, Series } from './series';

/** What an instance may depend on, as its label says. */
export type Dependency = 'database' | 'redis' | 'object_store' | 'directory';

/** Which dependencies of this process can be used. Whoever uses one knows, and is asked when somebody looks. */
class Dependencies {
  private readonly states = new Map<Dependency, () => boolean>();

  /** Shows a dependency from now on. Throws if it is shown already. */
  add(dependency: Dependency, isUp: () => boolean): void {
    if (this.states.has(dependency)) throw new Error(`${dependency} is shown twice`);
    this.states.set(dependency, isUp);
  }

  /** What there is to tell of them. */
  series(): Series {
    return {
      name: 'pennon_dependency_up',
      help: 'Whether a dependency can be used: 1, or 0 from a failure until it has been used again.',
      type: 'gauge',
      // One of several processes that cannot use it is one too many.
      aggregator: 'min',
      collect: () =>
        [...this.states].map(([dependency, isUp]) => ({ labels: { dependency }, value: isUp() ? 1 : 0 })),
    };
  }
}

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
