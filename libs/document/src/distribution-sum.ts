import { type DocumentDistribution } from './document';

/**
 * What the distributions of a rule add up to: percent, rounded to thousandths. A complete rule has exactly 100.
 *
 * Thousandths, because people round thirds to hundredths, and sums of doubles are off by far less.
 */
export function sumOfPercents(distributions: readonly DocumentDistribution[]): number {
  const sum = distributions.reduce((total, { rolloutPercent }) => total + rolloutPercent, 0);
  return Math.round(sum * 1000) / 1000;
}
