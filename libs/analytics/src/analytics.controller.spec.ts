import { MICROS_PER_MINUTE } from '@pennon/domain';
import { timestampOf } from '@pennon/proto';
import { valueCountsOf } from './analytics.controller';

/** Two steps of a minute, from noon on. */
const NOON = Date.UTC(2026, 2, 1, 12) * 1000;
const beginnings = [NOON, NOON + MICROS_PER_MINUTE];

/** Values, each with its evaluations in the two steps; steps without any are left out, as the database does. */
function found(
  counts: Readonly<Record<string, readonly [number, number]>>,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  return new Map(
    Object.entries(counts).map(([value, inSteps]) => [
      value,
      new Map(
        inSteps.flatMap((evaluations, index) =>
          evaluations > 0 ? [[beginnings[index] ?? 0, evaluations] as const] : [],
        ),
      ),
    ]),
  );
}

test('values come with all steps, the most frequent first, and equals by name', () => {
  const counts = valueCountsOf(beginnings, found({ red: [0, 1], '': [2, 0], blue: [1, 0] }), NOON);
  expect(counts).toMatchObject({
    timestamps: ['2026-03-01T12:00:00Z', '2026-03-01T12:01:00Z'],
    values: [
      { value: '', evaluations: [2n, 0n] },
      { value: 'blue', evaluations: [1n, 0n] },
      { value: 'red', evaluations: [0n, 1n] },
    ],
    others: [],
    lastEvaluatedAt: timestampOf(NOON),
  });
});

test('of more than 20 values the rarest are summed up', () => {
  const many = Object.fromEntries(
    Array.from({ length: 23 }, (_, index) => [`v${index}`, [23 - index, 1] as const]),
  );
  const { values, others } = valueCountsOf(beginnings, found(many), NOON);
  expect([values.length, values.at(-1)?.value, others]).toEqual([20, 'v19', [6n, 3n]]);
});

test('a flag that was never evaluated has steps, and neither values nor a last evaluation', () => {
  const { timestamps, values, others, lastEvaluatedAt } = valueCountsOf(beginnings, found({}), undefined);
  expect([timestamps.length, values, others, lastEvaluatedAt]).toEqual([2, [], [], undefined]);
});
