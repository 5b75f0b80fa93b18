import { VARIANT_BUCKETS } from '@pennon/domain';
import { assignedBuckets } from '@pennon/state';
import fc from 'fast-check';
import { effectiveShare, isRoundingGap, splitEvenly, withoutRoundingGap } from './split';

/** How many buckets are left over; below zero where the shares go beyond the last one. */
const unassigned = (rollouts: readonly number[]): number => VARIANT_BUCKETS - assignedBuckets(rollouts);

test.each([
  [50, 50],
  [33.3, 33.3],
  [33.34, 33.3],
  [0.05, 0],
  [100, 100],
])('the effective share of %d is %d', (stored, effective) => {
  expect(effectiveShare(stored)).toBe(effective);
});

test.each([3, 6, 7, 9, 11, 12, 13])('an even split into %d leaves no bucket unassigned', (count) => {
  expect(unassigned(splitEvenly(count))).toBe(0);
});

test('the remainder of an even split goes to the first rows', () => {
  expect(splitEvenly(3)).toEqual([33.4, 33.3, 33.3]);
  expect(splitEvenly(0)).toEqual([]);
});

test('an even split adds up to 1,000 buckets for any number of variants', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      expect(unassigned(splitEvenly(count))).toBe(0);
    }),
  );
});

test('Fix rounding repairs 33.34/33.33/33.33', () => {
  const stored = [33.34, 33.33, 33.33];
  expect(isRoundingGap(stored)).toBe(true);
  expect(unassigned(stored)).toBe(1);
  expect(withoutRoundingGap(stored)).toEqual([33.4, 33.3, 33.3]);
  expect(unassigned(withoutRoundingGap(stored))).toBe(0);
});

test('health: Fix rounding repairs an even split into eleven with two decimals', () => {
  const stored = [9.1, ...Array<number>(10).fill(9.09)];
  expect([isRoundingGap(stored), unassigned(stored)]).toEqual([true, 9]);
  expect(unassigned(withoutRoundingGap(stored))).toBe(0);
});

test('health: a gap that is meant is none of rounding', () => {
  expect(isRoundingGap([50, 35])).toBe(false);
  expect(isRoundingGap([50, 50])).toBe(false);
});
