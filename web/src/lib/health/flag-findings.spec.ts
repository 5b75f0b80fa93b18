import { type FlagState, knownSegments, type RuleState } from '@pennon/state';
import { aFlag, aVariant } from '../../../tests/support/a-flag';
import { flagFindings } from './flag-findings';

const segments = knownSegments([
  { key: 'everyone', constraints: [] },
  { key: 'beta', constraints: [1] },
]);
const rule = (key: string, ...percents: readonly number[]): RuleState => ({
  segmentKeys: [key],
  segmentOperator: 'or',
  distributions: percents.map((rolloutPercent, index) => ({ variantKey: String(index), rolloutPercent })),
});
const variantFlag = (...rules: readonly RuleState[]): FlagState =>
  aFlag('colour', { variants: ['0', '1', '2'].map((key) => aVariant(key)), rules });

test('finds rules that nobody reaches, gaps of shares, and flags that serve nobody', () => {
  const flag = variantFlag(
    rule('beta', 33.34, 33.33, 33.33),
    rule('gone', 100),
    rule('everyone', 50, 35),
    rule('beta', 100),
  );
  expect(flagFindings(flag, segments)).toEqual([
    { kind: 'missing-segment', position: 2 },
    { kind: 'unreachable', position: 4 },
    { kind: 'share-gap', position: 1, gap: 0.1, isRounding: true },
    { kind: 'share-gap', position: 3, gap: 15, isRounding: false },
  ]);
  expect(flagFindings(variantFlag(rule('beta')), segments)).toEqual([{ kind: 'nobody-served' }]);
});

test('finds thresholds that an earlier one covers, and nothing in a sound flag', () => {
  const stack = (...percents: readonly number[]): FlagState =>
    aFlag('banner', {
      type: 'boolean',
      isEnabled: false,
      rollouts: percents.map((percent) => ({
        description: '',
        step: { type: 'threshold', percent, value: true },
      })),
    });
  expect(flagFindings(stack(50, 20), segments)).toEqual([{ kind: 'unreachable', position: 2 }]);
  expect(flagFindings(stack(20, 50), segments)).toEqual([]);
});
