import { waitAfterFailures, waitFor } from './cleanup-worker';

describe('the wait for a moment', () => {
  it.each([
    [1_000_000, 1000],
    [3_600_000_000, 3_600_000],
    [1_000_001, 1001],
  ])('is until then, never a microsecond less: %d µs is %d ms', (microseconds, milliseconds) => {
    expect(waitFor(microseconds)).toBe(milliseconds);
  });

  it.each([0, 1, -5_000_000])(
    'is never so short that passes follow each other without a pause: %d µs',
    (past) => {
      expect(waitFor(past)).toBe(100);
    },
  );

  it('is a day at the most, however wrong a clock was', () => {
    expect(waitFor(Number.MAX_SAFE_INTEGER)).toBe(86_400_000);
  });
});

describe('the wait after failures', () => {
  it('is five minutes, then twice as long each time, and never more than an hour', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 100, 10_000].map((failures) => waitAfterFailures(failures) / 60_000);
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60, 60, 60]);
  });
});
