import { type FlagState, type RolloutState, type SegmentState } from '@pennon/state';
import { aFlag } from '../../tests/support/a-flag';
import { compareNamespaces } from './compare-namespaces';
import { type Change } from './plan/plan';

const variant = (key: string, attachment = '') => ({ key, name: '', description: '', attachment });

const rule = (
  segmentKey: string,
  ...shares: readonly (readonly [variantKey: string, rolloutPercent: number])[]
) => ({
  ...{ segmentKeys: [segmentKey], segmentOperator: 'or' as const },
  distributions: shares.map(([variantKey, rolloutPercent]) => ({ variantKey, rolloutPercent })),
});

const threshold = (percent: number, value: boolean, description = ''): RolloutState => ({
  description,
  step: { type: 'threshold', percent, value },
});

const constraint = (property: string, value: string, description = '') => ({
  ...{ type: 'string' as const, property, operator: 'eq' as const, value, description },
});

const colour = aFlag('colour', {
  name: 'Colour',
  metadata: { owner: 'web', tags: ['a'] },
  variants: [variant('blue', '{"a":1,"b":2}'), variant('green')],
  rules: [rule('staff', ['blue', 50], ['green', 50])],
});

const germans: SegmentState = {
  ...{ key: 'germans', name: 'Germans', description: '', matchType: 'all' },
  constraints: [constraint('country', 'DE'), constraint('plan', 'pro')],
};

const namespace = (flags: readonly FlagState[], segments: readonly SegmentState[] = []) => ({
  flags,
  segments,
});

const flagChanges = (left: FlagState, right: FlagState): readonly Change[] =>
  compareNamespaces(namespace([left]), namespace([right])).flatMap(({ changes }) => changes);

const segmentChanges = (left: SegmentState, right: SegmentState): readonly Change[] =>
  compareNamespaces(namespace([], [left]), namespace([], [right])).flatMap(({ changes }) => changes);

const lines = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ kind, subject, before, after }) => [kind, subject, before, after].join(' | '));

test('segments come first, each side by key', () => {
  const left = namespace([colour, { ...colour, key: 'b' }], [germans]);
  const right = namespace(
    [
      { ...colour, name: 'Hue' },
      { ...colour, key: 'a' },
    ],
    [germans],
  );
  expect(compareNamespaces(left, right).map(({ kind, key, state }) => `${kind} ${key} ${state}`)).toEqual([
    'segment germans same',
    'flag a only-right',
    'flag b only-left',
    'flag colour different',
  ]);
});

test('a flag with variants and metadata in another order is the same', () => {
  const other = {
    ...colour,
    variants: colour.variants.toReversed(),
    metadata: { tags: ['a'], owner: 'web' },
  };
  expect(flagChanges(colour, other)).toEqual([]);
  expect(flagChanges(other, colour)).toEqual([]);
});

test('every part of a flag is told', () => {
  const green = { ...variant('green', '[1]'), name: 'Green' };
  const other: FlagState = {
    ...colour,
    ...{ name: 'Hue', description: 'd', type: 'boolean', isEnabled: false, metadata: undefined },
    off: { by: 'ann', at: undefined, reason: 'payments fail' },
    variants: [green, variant('red')],
    defaultVariantKey: 'green',
    rules: [rule('staff', ['green', 100]), rule('beta')],
    rollouts: [threshold(25, true, 'some')],
  };
  expect(lines(flagChanges(colour, other))).toEqual([
    'update | Flag colour: name | Colour | Hue',
    'update | Flag colour: description |  | d',
    'update | Flag colour: type | Variant | Boolean',
    'update | Flag colour: default value | True | False',
    'update | Flag colour: metadata | {"owner":"web","tags":["a"]} | {}',
    'update | Flag colour: off | no | yes, payments fail',
    'update | Flag colour: default variant | none | green',
    'delete | Variant blue | blue, {"a":1,"b":2} | ',
    'update | Variant green: name |  | Green',
    'update | Variant green: attachment |  | [1]',
    'create | Variant red |  | red',
    'delete | Rule 1: share of blue | 50 % | ',
    'update | Rule 1: share of green | 50 % | 100 %',
    'create | Rule 2 |  | beta → default variant or none',
    'create | Rollout 1 |  | 25 % of entities → True (some)',
  ]);
});

test('every part of a segment is told, and the order of constraints does not count', () => {
  const [country, plan] = germans.constraints;
  if (country === undefined || plan === undefined) throw new Error('there are no constraints');
  expect(segmentChanges(germans, { ...germans, constraints: [plan, country] })).toEqual([]);
  const other: SegmentState = {
    ...germans,
    ...{ name: 'French', description: 'd', matchType: 'any' },
    constraints: [plan, constraint('country', 'FR', 'France'), plan],
  };
  expect(lines(segmentChanges(germans, other))).toEqual([
    'update | Segment germans: name | Germans | French',
    'update | Segment germans: description |  | d',
    'update | Segment germans: match type | All of | Any of',
    'update | Constraint on country | String: country eq DE | String: country eq FR (France)',
    'create | Constraint on plan |  | String: plan eq pro',
  ]);
});
