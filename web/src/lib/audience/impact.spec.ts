import { evaluateBoolean } from '@pennon/evaluator';
import { ruleAnswers, thresholdAnswers } from '@pennon/state';
import fc from 'fast-check';
import { randomFrom, wholeNumber } from '../../../../test/support/random';
import { aFlag, aVariant } from '../../../tests/support/a-flag';
import { impactOf } from './impact';
import { ruleImpactText, thresholdImpactText } from './totals';

const flag = aFlag('colour', { variants: ['blue', 'green'].map((key) => aVariant(key)) });

/** The variant of each bucket. */
const owners = (blue: number, green: number): readonly (string | undefined)[] =>
  ruleAnswers(
    [
      { variantKey: 'blue', rolloutPercent: blue },
      { variantKey: 'green', rolloutPercent: green },
    ],
    flag,
  ).map((answer) => (answer.kind === 'variant' ? answer.variantKey : undefined));

test('changing 50/50 to 60/40 moves 10 % from green to blue', () => {
  const impact = impactOf(owners(50, 50), owners(60, 40));
  expect(impact).toEqual({ share: 10, moves: [{ from: 'green', to: 'blue', share: 10 }] });
  expect(ruleImpactText(impact)).toBe(
    '10 % of the entities that reach this rule will get a different variant: 10 % green → blue.',
  );
});

test('lists every move, largest first, with none for no variant', () => {
  expect(ruleImpactText(impactOf(owners(50, 50), owners(40, 57.5)))).toBe(
    '12.5 % of the entities that reach this rule will get a different variant: 10 % blue → green, 2.5 % green → none.',
  );
});

test('no change moves nobody', () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 100, noNaN: true }), (share) => {
      expect(impactOf(owners(share, 10), owners(share, 10))).toEqual({ share: 0, moves: [] });
    }),
  );
});

test('whom a stack of thresholds moves matches a brute-force count over 100,000 random entity ids', () => {
  const stackOf = (...percentages: readonly number[]) =>
    percentages.map((percent, index) => ({ type: 'threshold', percent, value: index % 2 === 0 }) as const);
  const [before, after] = [stackOf(20, 50), stackOf(35.5, 50)];
  const answersOf = (stack: typeof before): readonly boolean[] => thresholdAnswers(stack, true, () => false);
  const valueOf = (rollouts: typeof before, id: string): boolean =>
    evaluateBoolean({ type: 'boolean', key: 'f', isEnabled: true, rollouts }, id, {}).isEnabled;
  const impact = impactOf(answersOf(before), answersOf(after));
  expect(impact).toEqual({ share: 16, moves: [{ from: false, to: true, share: 16 }] });
  const random = randomFrom(20_261_123);
  const entities = 100_000;
  let moved = 0;
  for (let entity = 0; entity < entities; entity++) {
    const id = wholeNumber(random, 0, Number.MAX_SAFE_INTEGER).toString(36);
    if (!valueOf(before, id) && valueOf(after, id)) moved++;
    else expect(valueOf(after, id)).toBe(valueOf(before, id));
  }
  // Five standard deviations of such a count are 0.58 percentage points.
  expect(Math.abs((moved * 100) / entities - impact.share)).toBeLessThan(0.6);
});

test('raising a threshold states who changes', () => {
  const answers = (percent: number): readonly boolean[] =>
    thresholdAnswers([{ type: 'threshold', percent, value: true }], false, () => false);
  expect(thresholdImpactText(impactOf(answers(20), answers(50)))).toBe(
    '30 % of entities change from False to True.',
  );
});
