import fc from 'fast-check';
import { bucketOwners } from './buckets';
import { impactOf } from './impact';
import { thresholdAnswers } from './outcome';
import { ruleImpactText, thresholdImpactText } from './totals';

const owners = (blue: number, green: number): readonly (string | undefined)[] =>
  bucketOwners([
    { variantId: 'blue', rollout: blue },
    { variantId: 'green', rollout: green },
  ]);

test('RU-6: changing 50/50 to 60/40 moves 10 % from green to blue', () => {
  const impact = impactOf(owners(50, 50), owners(60, 40));
  expect(impact).toEqual({ share: 10, moves: [{ from: 'green', to: 'blue', share: 10 }] });
  expect(ruleImpactText(impact)).toContain('10 % green → blue');
});

test('RU-6: lists every move, largest first, with none for no variant', () => {
  expect(ruleImpactText(impactOf(owners(50, 50), owners(40, 57.5)))).toBe(
    '12.5 % of the entities that reach this rule will get a different variant: 10 % blue → green, 2.5 % green → none.',
  );
});

test('RU-6: no change moves nobody', () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 100, noNaN: true }), (share) => {
      expect(impactOf(owners(share, 10), owners(share, 10))).toEqual({ share: 0, moves: [] });
    }),
  );
});

test('RO-10: raising a threshold states who changes', () => {
  const answers = (percentage: number): readonly boolean[] =>
    thresholdAnswers(
      [{ type: 'THRESHOLD_ROLLOUT_TYPE', threshold: { percentage, value: true } }],
      false,
      () => false,
    );
  expect(thresholdImpactText(impactOf(answers(20), answers(50)))).toBe(
    '30 % of entities change from False to True.',
  );
});
