import { setImmediate as nextTurn } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { MetricFamily, ProcessMetrics } from './series';

/** The other processes that answer at the same address; provided only where there are some. */
export abstract class OtherProcesses {
  /** The metrics of each that answers in time. Never rejects, and takes no longer than a second or two. */
  abstract collect(): Promise<readonly ProcessMetrics[]>;
}

/** The metrics of several processes as if they were one, each put together as its aggregator says. */
export async function sumOfProcesses(processes: readonly ProcessMetrics[]): Promise<ProcessMetrics> {
  const [only, ...others] = processes;
  if (only === undefined || others.length === 0) return only ?? [];
  const byName = new Map<string, MetricFamily[]>();
  for (const family of processes.flat())
    byName.set(family.name, [...(byName.get(family.name) ?? []), family]);
  const summed: MetricFamily[] = [];
  for (const families of byName.values()) {
    const registry = AggregatorRegistry.aggregate(families.map((family) => [family]));
    const values: unknown = await registry.getMetricsAsJSON();
    summed.push(...(values as ProcessMetrics));
    await nextTurn();
  }
  return summed;
}
