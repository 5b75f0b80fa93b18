import { type AudienceFlag } from '../audience';
import { flagFindings } from './flag-findings';

const segments = new Map([
  ['everyone', { constraints: [] }],
  ['beta', { constraints: [1] }],
]);
const rule = (key: string, ...rollouts: readonly number[]) => ({
  segmentKeys: [key],
  segmentOperator: 'OR_SEGMENT_OPERATOR' as const,
  distributions: rollouts.map((rollout, index) => ({ variantId: String(index), rollout })),
});
const variantFlag = (rules: AudienceFlag['rules']): AudienceFlag => ({
  flag: { type: 'VARIANT_FLAG_TYPE', enabled: true, variants: [] },
  rules,
  rollouts: [],
});

test('finds rules that nobody reaches, gaps of shares, and flags that serve nobody', () => {
  const flag = variantFlag([
    rule('beta', 33.34, 33.33, 33.33),
    rule('gone', 100),
    rule('everyone', 50, 35),
    rule('beta', 100),
  ]);
  expect(flagFindings(flag, segments)).toEqual([
    { kind: 'missing-segment', position: 2 },
    { kind: 'unreachable', position: 4 },
    { kind: 'share-gap', position: 1, gap: 0.1, isRounding: true },
    { kind: 'share-gap', position: 3, gap: 15, isRounding: false },
  ]);
  expect(flagFindings(variantFlag([rule('beta')]), segments)).toEqual([{ kind: 'nobody-served' }]);
});

test('finds thresholds that an earlier one covers, and nothing in a sound flag', () => {
  const stack = (...percentages: readonly number[]): AudienceFlag => ({
    flag: { type: 'BOOLEAN_FLAG_TYPE', enabled: false, variants: [] },
    rules: [],
    rollouts: percentages.map((percentage) => ({
      type: 'THRESHOLD_ROLLOUT_TYPE',
      threshold: { percentage, value: true },
    })),
  });
  expect(flagFindings(stack(50, 20), segments)).toEqual([{ kind: 'unreachable', position: 2 }]);
  expect(flagFindings(stack(20, 50), segments)).toEqual([]);
});
