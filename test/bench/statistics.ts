/**
 * The value that a share of the numbers lies at or below; NaN for no numbers.
 *
 * @param share 0–1; 0.5 is the median.
 */
export function quantile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** The middle number, the lower of the two middle ones for an even count. */
export function median(numbers: ArrayLike<number>): number {
  return quantile(numbers, 0.5);
}

/** How far the numbers lie apart, as a share of their median: 0 when all are the same. */
export function spread(numbers: readonly number[]): number {
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers);
}
