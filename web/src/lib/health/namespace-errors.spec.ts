import { segmentDocument } from '../constraints';
import { namespaceErrors } from './namespace-errors';

const number = (id: string, operator: string, value: string) =>
  ({ id, type: 'NUMBER_COMPARISON_TYPE', property: 'age', operator, value }) as const;

const adults = segmentDocument('adults', {
  matchType: 'ALL_MATCH_TYPE',
  constraints: [number('1', 'gte', '18')],
});
const nobody = segmentDocument('nobody', {
  matchType: 'ALL_MATCH_TYPE',
  constraints: [number('2', 'gt', '18'), number('3', 'lt', '18'), number('4', 'eq', 'old')],
});
const anybody = segmentDocument('anybody', {
  matchType: 'ANY_MATCH_TYPE',
  constraints: [number('5', 'gt', '18'), number('6', 'lt', '18')],
});

const blue = { id: 'blue', key: 'blue' };
const flag = (key: string, segmentKey: string, ...rollouts: readonly number[]) => ({
  key,
  flag: { type: 'VARIANT_FLAG_TYPE', enabled: true, variants: [blue] } as const,
  rules: [
    {
      segmentKeys: [segmentKey],
      segmentOperator: 'OR_SEGMENT_OPERATOR' as const,
      distributions: rollouts.map((rollout) => ({ variantId: 'blue', rollout })),
    },
  ],
  rollouts: [],
});

test('the errors that the index tells of, of flags and of the segments in use, and no warnings', () => {
  const flags = [
    flag('sound', 'adults', 100),
    flag('rounding', 'adults', 33.34, 33.33, 33.33),
    flag('gap', 'adults', 50),
    flag('lost', 'deleted', 100),
  ];
  const segments = new Map([adults, nobody, anybody].map((segment) => [segment.key, segment]));
  expect(namespaceErrors({ flags, segments })).toEqual([
    { about: 'flag', flagKey: 'gap', kind: 'share-gap', position: 1, gap: 50, isRounding: false },
    { about: 'flag', flagKey: 'lost', kind: 'nobody-served' },
    { about: 'flag', flagKey: 'lost', kind: 'missing-segment', position: 1 },
    { about: 'segment', segmentKey: 'nobody', kind: 'contradiction', position: 2, other: 1 },
    { about: 'segment', segmentKey: 'nobody', kind: 'not-a-number', position: 3, value: 'old' },
  ]);
});

test('what a first rollout for everyone hides is no error: it may be an override', () => {
  const threshold = { type: 'THRESHOLD_ROLLOUT_TYPE', threshold: { percentage: 100, value: false } } as const;
  const banner = {
    key: 'banner',
    flag: { type: 'BOOLEAN_FLAG_TYPE', enabled: true, variants: [] } as const,
    rules: [],
    rollouts: [threshold, { ...threshold, threshold: { percentage: 50, value: true } }],
  };
  expect(namespaceErrors({ flags: [banner], segments: new Map() })).toEqual([]);
});
