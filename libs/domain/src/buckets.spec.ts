import { bucketWidth, thresholdWidth } from './buckets';

it.each([
  [0, 0],
  [0.05, 0],
  [33.3, 333],
  [33.33, 333],
  [Math.fround(33.3), 333],
  [100, 1000],
])('a distribution of %d percent covers %d buckets', (percent, width) => {
  expect(bucketWidth(percent)).toBe(width);
});

it.each([
  [0, 0],
  [0.01, 1],
  [10, 10],
  [10.2, 11],
  [99.5, 100],
  [100, 100],
  // The same 32-bit float as 10.
  [10.000_000_01, 10],
])('a threshold of %d percent covers %d buckets', (percent, width) => {
  expect(thresholdWidth(percent)).toBe(width);
});
