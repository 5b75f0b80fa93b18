import { type OperationsResult } from '../measure/operations';
import { lineThrough, median } from '../statistics';

/** Resident memory per flag in KiB: the slope over the sizes that were started. */
export function memoryPerFlag(operations: readonly OperationsResult[]): number {
  const points = operations.map(({ flagCount, memory }) => [flagCount, median(memory)] as const);
  return lineThrough(points).slope * 1024;
}
