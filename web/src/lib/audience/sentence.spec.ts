import { type FlagState, knownSegments, type RolloutState, type RuleState } from '@pennon/state';
import { aFlag, aVariant } from '../../../tests/support/a-flag';
import { barTextOf, sentenceOf } from './sentence';
import { shareTotal } from './totals';

const segments = knownSegments([
  { key: 'beta', constraints: [1] },
  { key: 'staff', constraints: [1] },
  { key: 'everyone', constraints: [] },
]);
const off = { by: '', at: 0, reason: '' };

const rule = (segmentKeys: readonly string[], ...percents: readonly number[]): RuleState => ({
  ...{ segmentKeys, segmentOperator: 'or' },
  distributions: percents.map((rolloutPercent, index) => ({
    variantKey: ['blue', 'green'][index] ?? '',
    rolloutPercent,
  })),
});
const threshold = (percent: number, value: boolean): RolloutState => ({
  description: '',
  step: { type: 'threshold', percent, value },
});

const variantFlag = (rules: readonly RuleState[], given: Partial<FlagState> = {}): FlagState =>
  aFlag('colour', {
    variants: ['blue', 'green'].map((key) => aVariant(key)),
    defaultVariantKey: 'blue',
    rules,
    ...given,
  });
const booleanFlag = (rollouts: readonly RolloutState[], given: Partial<FlagState> = {}): FlagState =>
  aFlag('banner', { type: 'boolean', rollouts, ...given });

describe('who gets what of a variant flag, in words', () => {
  const rules = [rule(['beta'], 50, 50)];

  test('with its rules', () => {
    const beta = variantFlag(rules);
    expect(barTextOf(beta, segments)).toBe(
      'Rule 1 for beta: 50 % blue, 50 % green. Everyone else: default variant blue',
    );
    expect(sentenceOf(beta, segments, () => 'Beta users')).toBe(
      'Enabled. Beta users get blue 50 % / green 50 %; everyone else gets the default variant blue.',
    );
  });

  test('when it is disabled, or off', () => {
    const disabled = variantFlag(rules, { isEnabled: false });
    expect(sentenceOf(disabled, segments)).toBe('Disabled. Everyone gets the default variant blue.');
    for (const isEnabled of [true, false]) {
      const turnedOff = variantFlag(rules, { isEnabled, off });
      expect(sentenceOf(turnedOff, segments)).toBe('Off. Everyone gets the default variant blue.');
      expect(barTextOf(turnedOff, segments)).toBe('Off. Everyone: default variant blue');
    }
  });

  test('when a rule always matches, or its segments are all missing', () => {
    const ended = variantFlag([
      rule(['beta', 'staff'], 50, 50),
      rule(['everyone'], 0, 85),
      rule(['staff'], 50, 50),
    ]);
    expect(sentenceOf(ended, segments)).toBe(
      'Enabled. Entities in any of beta, staff get blue 50 % / green 50 %; ' +
        'everyone else gets green 85 % / the default variant blue 15 %.',
    );
    const lost = variantFlag([rule(['gone'], 50, 50)], { defaultVariantKey: undefined });
    expect(sentenceOf(lost, segments)).toBe('Enabled. Everyone gets no variant.');
  });
});

test('who gets what of a boolean flag, in words', () => {
  const rollouts = [threshold(20, true), threshold(50, false)];
  expect(sentenceOf(booleanFlag(rollouts), segments)).toBe(
    'Everyone gets True 20 % / False 30 % / True 50 %.',
  );
  expect(sentenceOf(booleanFlag(rollouts, { off }), segments)).toBe('Off. Everyone gets False.');
});

test.each([
  [[50, 50], 'full', '100 %'],
  [[50, 35], 'under', '85 %: 15 % of matching entities get no variant'],
  [[60, 44], 'over', '104 %: reduce by 4 %'],
  [[33.34, 33.33, 33.33], 'under', '100 %: 0.1 % of matching entities get no variant'],
  [[33.4, 33.3, 33.3], 'full', '100 %'],
])('shares %j are %s: %s', (rollouts, verdict, text) => {
  expect(shareTotal(rollouts, { kind: 'nothing' })).toEqual({ verdict, text });
});
