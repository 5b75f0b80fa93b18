import { DurationHistogram } from './series';

/** Bounds and what lies below each of them, the sum, and the count. */
function shownBy(histogram: DurationHistogram): readonly (readonly [string | number, number])[] {
  return [...histogram.samples('x', { a: 'b' })].map(({ metricName = '', labels, value }) => {
    expect(labels.a).toBe('b');
    return [labels.le ?? metricName, value];
  });
}

test('a duration counts in its bucket and in all above', () => {
  const histogram = new DurationHistogram([1, 2]);
  for (const duration of [0.5, 1, 1.5, 3]) histogram.observe(duration);
  expect(shownBy(histogram)).toEqual([
    [1, 2],
    [2, 3],
    ['+Inf', 4],
    ['x_sum', 6],
    ['x_count', 4],
  ]);
});

test('one may stand for several', () => {
  const histogram = new DurationHistogram([1]);
  histogram.observe(2, 8);
  expect(shownBy(histogram)).toEqual([
    [1, 0],
    ['+Inf', 8],
    ['x_sum', 16],
    ['x_count', 8],
  ]);
});
