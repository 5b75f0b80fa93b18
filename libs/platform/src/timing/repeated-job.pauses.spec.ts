import { jittered, waitAfterFailures } from './repeated-job';

describe('pauses', () => {
  it('are a little shorter than they might be, each by another bit', () => {
    const waits = Array.from({ length: 100 }, () => jittered(1000));
    expect(Math.min(...waits)).toBeGreaterThan(800);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  it.each([
    [0, 100],
    [1, 100],
    [2, 200],
    [3, 400],
    [5, 1600],
    [6, 2000],
    [1000, 2000],
  ])('after %d failures in a row are at most %d ms', (failures, longest) => {
    const waits = Array.from({ length: 50 }, () => waitAfterFailures(failures));
    expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
    expect(Math.min(...waits)).toBeGreaterThan(longest * 0.8);
  });
});
