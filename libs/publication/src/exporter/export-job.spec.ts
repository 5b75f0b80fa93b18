import { retryAfter, waitFor } from './export-job';

describe('the wait for a moment', () => {
  it.each([
    ['is until then', 5_000_000, 5000],
    ['is never shorter than a tenth of a second', -7, 100],
    ['is never longer than that', 3_600_000_000, 60_000],
  ])('%s', (_, microseconds, milliseconds) => {
    expect(waitFor(microseconds, 60_000)).toBe(milliseconds);
  });
});

describe('the wait after failures', () => {
  it('is short at first, grows, and is never longer than a minute', () => {
    const waits = [1, 2, 3, 5, 6, 7, 8, 10, 1000, 100_000].map((failures) => retryAfter(failures));
    const longest = [100, 200, 400, 1600, 4000, 8000, 16_000, 60_000, 60_000, 60_000];
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(longest[index] ?? 0);
      expect(wait).toBeGreaterThan((longest[index] ?? 0) * 0.79);
    }
  });
});
