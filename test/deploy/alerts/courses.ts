import { type InstanceSeries } from './healthy-series';

/** The value of a series in trouble, by the minutes since it began; undefined where the series is not scraped. */
export type Course = (since: number, healthy: number) => number | undefined;

/** What goes wrong with an installation. */
export interface Trouble {
  /** The alerts that fire; all others are silent. */
  readonly alerts: readonly string[];
  /** Minutes until they have to fire. */
  readonly after: number;
  /** True where it is found by the label of the tier, which Kubernetes alone sets. */
  readonly needsTiers?: true;
  /** The course of a series in trouble; undefined for those that stay as they are. */
  readonly course: (series: InstanceSeries) => Course | undefined;
}

/** The same value at each moment. */
export const to = (value: number) => (): number => value;

/** Series of that name whose labels have that value among them. */
export function of(name: string, course: Course, label = ''): Trouble['course'] {
  return (series) =>
    series.name === name && (label === '' || Object.values(series.labels).includes(label))
      ? course
      : undefined;
}

/** The same of one reader alone. */
export function ofReader(course: Trouble['course']): Trouble['course'] {
  return (series) => (series.tier === 'reader' && series.isLast ? course(series) : undefined);
}

/** How often the cleanup has failed after so many minutes in which it cannot succeed: its retries are not even. */
export function failedPasses(minutes: number): number {
  const early = [0, 5, 15, 35, 75].filter((at) => at < minutes).length;
  return early + Math.max(0, Math.ceil((minutes - 135) / 60));
}
