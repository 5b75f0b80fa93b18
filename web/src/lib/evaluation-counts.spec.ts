import {
  csvOf,
  layersOf,
  pathsOf,
  placeOf,
  spanOf,
  stepOf,
  summaryOf,
  type EvaluationPoint,
} from './evaluation-counts';

/** Points of five minutes each, from midnight on. */
function pointsWith(...counts: readonly number[]): readonly EvaluationPoint[] {
  return counts.map((evaluations, index) => ({
    at: new Date(Date.UTC(2026, 2, 1, 0, index * 5)),
    evaluations,
    parts: [],
  }));
}

test('total, peak and last evaluation', () => {
  const points = pointsWith(0, 4, 1, 4, 0);
  expect(summaryOf(points)).toEqual({ total: 9, peak: points[1], last: points[3] });
  expect(summaryOf(pointsWith(0, 0))).toEqual({ total: 0, peak: undefined, last: undefined });
});

test('the length of a step', () => {
  expect([stepOf(pointsWith(0, 1)), stepOf(pointsWith(1))]).toEqual([5, undefined]);
});

test('the file has a line for each point', () => {
  expect(csvOf(pointsWith(2, 0))).toBe(
    'timestamp,evaluations\r\n2026-03-01T00:00:00.000Z,2\r\n2026-03-01T00:05:00.000Z,0\r\n',
  );
});

test('the file has a column for each value, which no key can break or make a formula', () => {
  const [point] = pointsWith(6);
  if (point === undefined) throw new Error('there is no point');
  const file = csvOf([{ ...point, parts: [1, 2, 3] }], ['blue', '=a,"b"', 'red']);
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    `timestamp,evaluations,blue,"'=a,""b""",red`,
    '2026-03-01T00:00:00.000Z,6,1,2,3',
  ]);
});

test('the values of a chart lie upon each other, and reach as high as all together', () => {
  const parts = [
    [1, 3],
    [2, 0],
  ];
  const points = pointsWith(4, 2).map((point, index) => ({ ...point, parts: parts[index] ?? [] }));
  expect(layersOf(points, 100, 20)).toEqual(['M0 15L100 10L100 20L0 20Z', 'M0 0L100 10L100 10L0 15Z']);
});

test('the chart reaches from the first point to the last, and from nothing to the most', () => {
  expect(pathsOf(pointsWith(0, 4, 1), 100, 20)).toEqual({
    line: 'M0 20L50 0L100 15',
    area: 'M0 20L50 0L100 15L100 20L0 20Z',
  });
  expect(pathsOf(pointsWith(0, 0), 100, 20).line).toBe('M0 20L100 20');
});

test('the span ends with the step of the last point, and a change has its place in it', () => {
  const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minutes));
  const hour = [at(0), at(20), at(40)].map((moment) => ({ at: moment, evaluations: 0, parts: [] }));
  expect(spanOf(hour)).toEqual({ from: at(0), to: at(60) });
  expect(spanOf(hour.slice(0, 1))).toBeUndefined();
  expect([-1, 0, 10, 40, 59].map((minutes) => placeOf(hour, at(minutes), 600))).toEqual([
    ...[undefined, 0, 150, 600, 600],
  ]);
});
