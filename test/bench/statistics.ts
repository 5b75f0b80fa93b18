/**
 * The value that a share of the numbers lies at or below; NaN for no numbers.
 *
 * @param share 0–1; 0.5 is the median.
 */
export function quantile(numbers: ArrayLike<number>, share: number): number {
  return quantileOfSorted(sorted(numbers), share);
}

/** The same of numbers that are in order already: for who wants several. */
export function quantileOfSorted(numbers: ArrayLike<number>, share: number): number {
  return numbers[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? NaN;
}

/** The numbers in ascending order. */
export function sorted(numbers: ArrayLike<number>): Float64Array {
  return Float64Array.from(numbers).sort();
}

/** The middle number, the lower of the two middle ones for an even count. */
export function median(numbers: ArrayLike<number>): number {
  return quantile(numbers, 0.5);
}

/** How far the numbers lie apart, as a share of their median: 0 when all are the same. */
export function spread(numbers: readonly number[]): number {
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers);
}

/** A straight line through points. */
export interface Line {
  /** How much y grows when x grows by one; NaN for less than two different x. */
  readonly slope: number;
  /** What y is where x is 0. */
  readonly intercept: number;
  /** How far the points lie from the line: the root of the mean square. */
  readonly deviation: number;
}

/** The straight line that lies closest to the points, by least squares. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const mean = (pick: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const meanX = mean(([x]) => x);
  const meanY = mean(([, y]) => y);
  const slope = mean(([x, y]) => (x - meanX) * (y - meanY)) / mean(([x]) => (x - meanX) ** 2);
  const intercept = meanY - slope * meanX;
  const deviation = Math.sqrt(mean(([x, y]) => (y - intercept - slope * x) ** 2));
  return { slope, intercept, deviation };
}
