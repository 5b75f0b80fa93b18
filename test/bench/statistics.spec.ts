import { lineThrough, median, quantile, spread } from './statistics';

describe('quantile', () => {
  it.each([
    [0.5, 50],
    [0.99, 99],
    [0.999, 100],
    [1, 100],
    [0, 1],
  ])('of 1 to 100 in any order at %d is %d', (share, expected) => {
    const numbers = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
    expect(quantile(numbers, share)).toBe(expected);
  });

  it('is not a number where there are no numbers', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

test('the median of an even count is the lower of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2);
});

test('the spread is the distance of the outermost over the median', () => {
  expect(spread([8, 10, 12])).toBeCloseTo(0.4);
});

describe('lineThrough', () => {
  it('finds the line that points lie on', () => {
    const { slope, intercept, deviation } = lineThrough([
      [1, 5],
      [2, 7],
      [4, 11],
    ]);
    expect([slope, intercept, deviation]).toEqual([expect.closeTo(2), expect.closeTo(3), expect.closeTo(0)]);
  });

  it('goes through the middle of points that lie on both sides of it, and tells how far they lie', () => {
    const { slope, intercept, deviation } = lineThrough([
      [0, 1],
      [0, 3],
      [2, 1],
      [2, 3],
    ]);
    expect([slope, intercept, deviation]).toEqual([expect.closeTo(0), expect.closeTo(2), expect.closeTo(1)]);
  });

  it('has no slope where all points stand above each other', () => {
    expect(
      lineThrough([
        [1, 1],
        [1, 2],
      ]).slope,
    ).toBeNaN();
  });
});
