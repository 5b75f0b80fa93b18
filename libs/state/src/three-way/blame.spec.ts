import type { FlagState, RuleState } from '../flag-state';
import { flagParts } from '../parts/flag-parts';
import { noneOf } from '../parts/part';
import type { SegmentState } from '../segment-state';
import type { SubjectState } from '../subject-state';
import { blame } from './blame';

function rule(segment: string, variantKey: string): RuleState {
  return {
    segmentKeys: [segment],
    segmentOperator: 'or',
    distributions: [{ variantKey, rolloutPercent: 100 }],
  };
}

const first: FlagState = {
  ...noneOf<FlagState>(flagParts),
  ...{ key: 'colour', name: 'Colour' },
  variants: ['red', 'blue'].map((key) => ({ key, name: '', description: '', attachment: '' })),
  rules: [rule('eu', 'red')],
};

function flag(value: FlagState): SubjectState {
  return { kind: 'flag', key: value.key, createdAt: 1, value };
}

/** Who is to blame for each part and item, of states in their order, of which revision 1 made the first. */
function blamed(states: readonly (FlagState | undefined)[]): Readonly<Record<string, unknown>> {
  const present = states.at(-1);
  if (present === undefined) throw new Error('there must be a state');
  const history = states
    .slice(0, -1)
    .map((state, index) => ({ revision: index + 2, before: state && flag(state) }))
    .toReversed();
  const told = blame(flag(present), history).map(({ part, item, revision }) => [
    item === '' ? part : `${part} ${item}`,
    revision,
  ]);
  return Object.fromEntries(told) as Readonly<Record<string, unknown>>;
}

it('names the last revision that changed a part, and none where the history does not know', () => {
  const on = { ...first, isEnabled: true };
  const renamed = { ...on, name: 'Hue' };
  expect(blamed([first, on, renamed])).toEqual({
    ...{ isEnabled: 2, name: 3 },
    ...{ description: undefined, type: undefined, metadata: undefined, defaultVariantKey: undefined },
    ...{ variants: undefined, rules: undefined, rollouts: undefined },
  });
});

it('names the last one of several, also where a part is again what it was', () => {
  const on = { ...first, isEnabled: true };
  expect(blamed([first, on, first, on])).toMatchObject({ isEnabled: 4 });
  expect(blamed([first, on, first])).toMatchObject({ isEnabled: 3 });
});

it('names the revision that created it for all that has not changed since', () => {
  const renamed = { ...first, name: 'Hue' };
  expect(blamed([undefined, first, renamed])).toMatchObject({ name: 3, isEnabled: 2, rules: 2 });
});

it('names the last creation, and nothing before it, for one that was deleted and created again', () => {
  const former = { ...first, name: 'Hue', rules: [rule('us', 'red')], metadata: { team: 'web' } };
  const history = [undefined, former, undefined, { ...first, name: 'Tint' }, first];
  const whole = { isEnabled: 4, description: 4, metadata: 4, rules: 4, rollouts: 4, variants: 4 };
  expect(blamed(history)).toEqual({ ...whole, name: 5, type: 4, off: 4, defaultVariantKey: 4 });
});

it('tells condition and result of a rule apart, counted as they are now', () => {
  const inserted = { ...first, rules: [rule('us', 'blue'), rule('eu', 'red')] };
  const other = { ...first, rules: [rule('us', 'blue'), rule('eu', 'blue')] };
  const told = blamed([first, inserted, other]);
  expect(told).toMatchObject({ rules: 3, 'rules 1': 2, 'rules 2.result': 3 });
  expect(told).not.toHaveProperty('rules 2.condition');
});

it('counts what is gone for the part alone', () => {
  const less = { ...first, variants: first.variants.slice(0, 1) };
  const told = blamed([first, less]);
  expect(told).toMatchObject({ variants: 2, name: undefined });
  const places = Object.keys(blamed([first, { ...first, rules: [] }]));
  expect(places.filter((place) => place.startsWith('rules'))).toEqual(['rules']);
});

it('tells members of variants and metadata apart', () => {
  const [red, blue] = first.variants;
  const described: FlagState = {
    ...first,
    ...(red && blue && { variants: [red, { ...blue, description: 'sky' }] }),
    metadata: { team: 'web' },
  };
  expect(blamed([first, described])).toMatchObject({
    'variants blue.description': 2,
    'metadata team': 2,
    metadata: 2,
  });
});

it('names who changed the value of a constraint', () => {
  const segment = (value: string): SubjectState => {
    const constraint = { type: 'string', property: 'plan', operator: 'eq', value, description: '' } as const;
    const state: SegmentState = {
      ...{ key: 'eu', name: 'EU', description: '', matchType: 'all' },
      constraints: [constraint],
    };
    return { kind: 'segment', key: 'eu', createdAt: 1, value: state };
  };
  expect(blame(segment('gold'), [{ revision: 2, before: segment('free') }])).toEqual([
    { part: 'name', item: '', revision: undefined },
    { part: 'description', item: '', revision: undefined },
    { part: 'matchType', item: '', revision: undefined },
    { part: 'constraints', item: '', revision: 2 },
    { part: 'constraints', item: 'plan eq', revision: 2 },
  ]);
});
