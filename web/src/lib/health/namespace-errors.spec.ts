import { type FlagState, type RolloutState } from '@pennon/state';
import { aFlag, aVariant } from '../../../tests/support/a-flag';
import { segmentDocument } from '../constraints';
import { namespaceErrors } from './namespace-errors';

const number = (operator: string, value: string) =>
  ({ type: 'number', property: 'age', operator, value }) as const;

const adults = segmentDocument('adults', {
  matchType: 'all',
  constraints: [number('gte', '18')],
});
const nobody = segmentDocument('nobody', {
  matchType: 'all',
  constraints: [number('gt', '18'), number('lt', '18'), number('eq', 'old')],
});
const anybody = segmentDocument('anybody', {
  matchType: 'any',
  constraints: [number('gt', '18'), number('lt', '18')],
});

const flag = (key: string, segmentKey: string, ...percents: readonly number[]): FlagState =>
  aFlag(key, {
    variants: [aVariant('blue')],
    rules: [
      {
        ...{ segmentKeys: [segmentKey], segmentOperator: 'or' },
        distributions: percents.map((rolloutPercent) => ({ variantKey: 'blue', rolloutPercent })),
      },
    ],
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
  const threshold = (percent: number, value: boolean): RolloutState => ({
    description: '',
    step: { type: 'threshold', percent, value },
  });
  const banner = aFlag('banner', {
    type: 'boolean',
    rollouts: [threshold(100, false), threshold(50, true)],
  });
  expect(namespaceErrors({ flags: [banner], segments: new Map() })).toEqual([]);
});
