import { type FlagContents, type Segment } from '../model';
import { type Change } from '../plan/plan';
import { flagDifferences, segmentDifferences } from './differences';

const dates = { createdAt: '', updatedAt: '' };
const namespaceKey = 'shop';

const variant = (key: string, attachment = '') => ({
  ...{ id: `id-${key}`, key, name: '', description: '', attachment },
  ...dates,
});

const rule = (segmentKey: string, ...shares: readonly (readonly [variant: string, rollout: number])[]) => ({
  ...{ id: segmentKey, rank: 1, segmentKeys: [segmentKey], segmentOperator: 'OR_SEGMENT_OPERATOR' as const },
  distributions: shares.map(([key, rollout]) => ({ id: key, variantId: `id-${key}`, rollout, ...dates })),
  ...dates,
});

const threshold = (percentage: number, value: boolean, description = '') => ({
  ...{ id: 'gradual', rank: 1, description, type: 'THRESHOLD_ROLLOUT_TYPE' as const },
  threshold: { percentage, value },
  ...dates,
});

const constraint = (property: string, value: string, description = '') => ({
  ...{ id: property, type: 'STRING_COMPARISON_TYPE' as const, property, operator: 'eq', value, description },
  ...dates,
});

const colour: FlagContents = {
  flag: {
    ...{
      namespaceKey,
      key: 'colour',
      name: 'Colour',
      description: '',
      type: 'VARIANT_FLAG_TYPE',
      enabled: true,
    },
    variants: [variant('blue', '{"a":1,"b":2}'), variant('green')],
    defaultVariant: undefined,
    metadata: { owner: 'web', tags: ['a'] },
    ...dates,
  },
  rules: [rule('staff', ['blue', 50], ['green', 50])],
  rollouts: [],
};

const germans: Segment = {
  ...{ namespaceKey, key: 'germans', name: 'Germans', description: '', matchType: 'ALL_MATCH_TYPE' },
  constraints: [constraint('country', 'DE'), constraint('plan', 'pro')],
  ...dates,
};

const lines = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ kind, subject, before, after }) => [kind, subject, before, after].join(' | '));

test('a flag in another namespace with other ids, attachments and metadata spelled otherwise is the same', () => {
  const { flag, rules } = colour;
  const other = {
    ...colour,
    flag: {
      ...flag,
      namespaceKey: 'other',
      variants: [variant('green'), variant('blue', '{ "b": 2.0, "a": 1 }')],
      metadata: { tags: ['a'], owner: 'web' },
    },
    rules: rules.map((each) => ({ ...each, id: 'new', rank: 7 })),
  };
  expect(flagDifferences(colour, other)).toEqual([]);
  expect(flagDifferences(other, colour)).toEqual([]);
});

test('every part of a flag is told', () => {
  const { flag } = colour;
  const green = { ...variant('green', '[1]'), name: 'Green' };
  const other: FlagContents = {
    flag: {
      ...flag,
      ...{ name: 'Hue', description: 'd', type: 'BOOLEAN_FLAG_TYPE', enabled: false, metadata: {} },
      variants: [green, variant('red')],
      defaultVariant: green,
    },
    rules: [rule('staff', ['green', 100]), rule('beta')],
    rollouts: [threshold(25, true, 'some')],
  };
  expect(lines(flagDifferences(colour, other))).toEqual([
    'update | Flag colour: name | Colour | Hue',
    'update | Flag colour: description |  | d',
    'update | Flag colour: type | Variant | Boolean',
    'update | Flag colour: default value | True | False',
    'update | Flag colour: metadata | {"owner":"web","tags":["a"]} | {}',
    'update | Flag colour: default variant | none | green',
    'delete | Variant blue | blue, {"a":1,"b":2} | ',
    'update | Variant green: name |  | Green',
    'update | Variant green: attachment |  | [1]',
    'create | Variant red |  | red',
    'update | Rule 1 | staff → blue 50 %, green 50 % | staff → green 100 %',
    'create | Rule 2 |  | beta → default variant or none',
    'create | Rollout 1 |  | 25 % of entities → True (some)',
  ]);
});

test('every part of a segment is told, and the order of constraints does not count', () => {
  const [country, plan] = germans.constraints;
  if (country === undefined || plan === undefined) throw new Error('there are no constraints');
  expect(segmentDifferences(germans, { ...germans, constraints: [plan, country] })).toEqual([]);
  const other: Segment = {
    ...germans,
    ...{ name: 'French', description: 'd', matchType: 'ANY_MATCH_TYPE' },
    constraints: [plan, constraint('country', 'FR', 'France'), plan],
  };
  expect(lines(segmentDifferences(germans, other))).toEqual([
    'update | Segment germans: name | Germans | French',
    'update | Segment germans: description |  | d',
    'update | Segment germans: match type | All of | Any of',
    'update | Constraint | String: country eq DE | String: country eq FR (France)',
    'create | Constraint |  | String: plan eq pro',
  ]);
});
