import type { ChangeSeries, ChangeStep } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { isOpen } from './change-life';

/** The steps of the series of a change in their order, or the change alone. */
export async function stepsOf(
  { changeRequests }: Stores,
  request: ChangeStep,
): Promise<readonly ChangeStep[]> {
  return request.seriesId === '' ? [request] : changeRequests.steps([request.seriesId]);
}

/** The series of a step; undefined for a change that is alone, and for a series of a version before. */
export async function seriesOf(
  { changeSeries }: Stores,
  { namespaceKey, seriesId }: ChangeStep,
): Promise<ChangeSeries | undefined> {
  return seriesId === '' ? undefined : changeSeries.find(namespaceKey, seriesId);
}

/**
 * The same, which nobody else steers until the transaction ends. Whoever holds a series and its steps holds the series
 * first: in two orders, two transactions would wait for each other.
 */
export async function holdSeriesOf(
  { changeSeries }: Stores,
  { namespaceKey, seriesId }: ChangeStep,
): Promise<ChangeSeries | undefined> {
  return seriesId === '' ? undefined : changeSeries.findAndHold(namespaceKey, seriesId);
}

/** True if nobody keeps the steps of a series from being applied. */
export function isRunningSeries(series: ChangeSeries | undefined): boolean {
  return series === undefined || series.state === 'running';
}

/** The steps after a change that still wait. */
export function stepsAfter({ step }: ChangeStep, steps: readonly ChangeStep[]): readonly ChangeStep[] {
  return steps.filter((one) => one.step > step && isOpen(one));
}

/** Raised with every edit of a step: what a reviewer has seen of all of them. */
export function seriesVersion(steps: readonly ChangeStep[]): number {
  return steps.reduce((sum, { version }) => sum + version - 1, 1);
}
