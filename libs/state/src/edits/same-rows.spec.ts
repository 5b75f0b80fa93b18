import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { applyEdits } from './apply-edits';
import type { FlagEdit } from './edit';

function rulesFor(...segments: readonly string[]): FlagState {
  return aFlagState('price', {
    type: 'variant',
    variants: ['low', 'high'].map((key) => ({ key, name: '', description: '', attachment: '' })),
    rules: segments.map((segment) => ({
      ...{ segmentKeys: [segment], segmentOperator: 'or' as const },
      distributions: [{ variantKey: 'low', rolloutPercent: 100 }],
    })),
  });
}

function edit(rank: number, shown: FlagState, present: FlagState): readonly FlagState[] {
  const flags: readonly FlagEdit[] = [
    { key: 'price', weights: { percents: { high: 100 }, rank, isRestNothing: false } },
  ];
  const states = { flags: [present], segments: [] };
  return applyEdits({ flags, segments: [] }, states, new Map([['price', shown]])).flags;
}

it('takes a row that is where it was, also with another condition', () => {
  const present = rulesFor('pros', 'staff');
  const [pros, staff] = present.rules;
  const distributions = [{ variantKey: 'high', rolloutPercent: 100 }];
  expect(edit(2, rulesFor('pros', 'team'), present)[0]?.rules).toEqual([pros, { ...staff, distributions }]);
});

it.each([
  [1, ['pros', 'staff'], ['staff', 'pros']],
  [1, ['pros', 'staff'], ['staff']],
  [2, ['pros', 'staff'], ['new', 'pros', 'staff']],
])('refuses rank %d of rules for %j that are %j now', (rank, before, now) => {
  expect(() => edit(rank, rulesFor(...before), rulesFor(...now))).toThrow(
    /^edits.flags\[0\].rank cannot be applied: flag "price" has (another|no) rule/,
  );
});
