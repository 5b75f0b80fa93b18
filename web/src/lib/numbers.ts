const counts = new Intl.NumberFormat('en');
const percentages = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });
const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A count with its thousands set apart, as in `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count with its noun, as in `1 rule`, `3 rules`; nouns that do not take an s bring their plural. */
export function formatCounted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A percentage of at most two decimals without trailing zeros, as in `33.34 %`. */
export function formatPercent(percent: number): string {
  return `${percentages.format(percent)} %`;
}

const byteUnits = ['kB', 'MB', 'GB'] as const;

/** A size in bytes in the unit that keeps it short, as in `1.5 MB`; units are powers of 1,000. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 'B';
  for (const larger of byteUnits) {
    // What would be shown as 1,000 of one unit is 1 of the next.
    if (Math.round(amount * 10) / 10 < 1_000) break;
    amount /= 1_000;
    unit = larger;
  }
  return `${amounts.format(amount)} ${unit}`;
}
