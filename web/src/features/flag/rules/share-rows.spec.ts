import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets, type DistributionState } from '@pennon/state';
import { aVariant } from '../../../../tests/support/a-flag';
import {
  addRow,
  giveRest,
  moveBoundary,
  rowsOf,
  type ShareRow,
  sharesOfRows,
  splitRows,
  totalOf,
} from './share-rows';

const flag = { variants: ['blue', 'green'].map((key) => aVariant(key)) };
const distributions: readonly DistributionState[] = [
  { variantKey: 'blue', rolloutPercent: 50 },
  { variantKey: 'green', rolloutPercent: 30 },
];
const stored = rowsOf(distributions, flag);
const sharesOf = (rows: readonly ShareRow[]) => rows.map(({ rollout }) => rollout);
const rows = (...shares: (number | null)[]): readonly ShareRow[] =>
  shares.map((rollout, index) => ({ variantId: `v${index}`, rollout, isLocked: false }));

test.each([2, 3, 6, 7, 9, 11, 12, 13])('an even split of %i rows leaves no bucket over', (count) => {
  const split = splitRows(rows(...Array<number>(count).fill(0)));
  expect(totalOf(split)).toBe(100);
  expect(assignedBuckets(split.map(({ rollout }) => rollout ?? 0))).toBe(VARIANT_BUCKETS);
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
  const [first, second] = stored;
  const locked = [
    { ...first, variantId: 'id-of-blue', rollout: 50, isLocked: true },
    ...(second ? [second] : []),
  ];
  expect(sharesOf(moveBoundary(locked, 0, 60))).toEqual([50, 30]);
});

test('a variant that was removed and added again returns to its stored place', () => {
  const [, green] = stored;
  const again = addRow(green === undefined ? [] : [green], 'id-of-blue', stored);
  const idsOf = (all: readonly ShareRow[]) => all.map(({ variantId }) => variantId);
  expect(idsOf(again)).toEqual(['id-of-blue', 'id-of-green']);
  expect(idsOf(addRow(again, 'id-of-red', stored))).toEqual(['id-of-blue', 'id-of-green', 'id-of-red']);
});

test('rows know a variant by its id, which another key leaves as it is, and shares by its key', () => {
  expect(sharesOfRows(stored, flag)).toEqual(distributions);
  const renamed = { variants: flag.variants.map((variant) => ({ ...variant, key: `${variant.key}-2` })) };
  expect(sharesOfRows(stored, renamed).map(({ variantKey }) => variantKey)).toEqual(['blue-2', 'green-2']);
  expect(sharesOfRows([{ variantId: 'gone', rollout: null }], flag)).toEqual([
    { variantKey: 'gone', rolloutPercent: 0 },
  ]);
});
