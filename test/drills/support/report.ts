import { quantile } from '../../bench/statistics';

/** How numbers of milliseconds spread, for people. */
export function describeSpread(milliseconds: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(milliseconds, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms (${milliseconds.length} times)`;
}

/** Writes a line that belongs to the result of a test run and is no reason to fail. */
export function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
