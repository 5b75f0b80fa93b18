import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets } from '@/lib/audience';
import { addRow, giveRest, moveBoundary, rowsOf, type ShareRow, splitRows, totalOf } from './share-rows';

const stored = [
  { variantId: 'blue', rollout: 50 },
  { variantId: 'green', rollout: 30 },
];
const sharesOf = (rows: readonly ShareRow[]) => rows.map(({ rollout }) => rollout);
const rows = (...shares: (number | null)[]): readonly ShareRow[] =>
  shares.map((rollout, index) => ({ variantId: `v${index}`, rollout, isLocked: false }));

test.each([2, 3, 6, 7, 9, 11, 12, 13])('an even split of %i rows leaves no bucket over', (count) => {
  const split = splitRows(rows(...Array<number>(count).fill(0)));
  expect(totalOf(split)).toBe(100);
  expect(assignedBuckets(split.map(({ rollout }) => ({ rollout: rollout ?? 0 })))).toBe(VARIANT_BUCKETS);
  expect(Math.max(...split.map(({ rollout }) => rollout ?? 0))).toBeLessThan(100 / count + 0.1);
});

test('locked rows keep their share when the others are split', () => {
  const [first, ...others] = rows(40, 0, null);
  const locked = { ...first, variantId: 'blue', rollout: 40, isLocked: true };
  expect(sharesOf(splitRows([locked, ...others]))).toEqual([40, 30, 30]);
});

test('the rest goes to one row', () => {
  expect(sharesOf(giveRest(rows(33.3, 33.3), 1))).toEqual([33.3, 66.7]);
  expect(sharesOf(giveRest(rows(60, 60), 0))).toEqual([60, 60]);
});

test('a boundary moves what two neighbours have, and the last one what nobody has', () => {
  expect(sharesOf(moveBoundary(rows(50, 30, 20), 0, 60.1))).toEqual([60.1, 19.9, 20]);
  expect(sharesOf(moveBoundary(rows(50, 30), 1, 95))).toEqual([50, 45]);
});

test('the boundary of a locked row stays', () => {
  const [first, second] = rowsOf(stored);
  const locked = [{ ...first, variantId: 'blue', rollout: 50, isLocked: true }, ...(second ? [second] : [])];
  expect(sharesOf(moveBoundary(locked, 0, 60))).toEqual([50, 30]);
});

test('a variant that was removed and added again returns to its stored place', () => {
  const [, green] = rowsOf(stored);
  const again = addRow(green === undefined ? [] : [green], 'blue', stored);
  expect(again.map(({ variantId }) => variantId)).toEqual(['blue', 'green']);
  expect(addRow(again, 'red', stored).map(({ variantId }) => variantId)).toEqual(['blue', 'green', 'red']);
});
