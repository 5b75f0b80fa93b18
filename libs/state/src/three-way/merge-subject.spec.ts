import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import type { ConstraintState, SegmentState } from '../segment-state';
import type { SubjectState } from '../subject-state';
import { mergeStates, type States, statesOf, type Merge } from './merge-states';

function merge([base, mine, latest]: readonly (readonly SubjectState[])[], decides?: 'mine'): Merge {
  const [ofBase, ofMine, ofLatest] = [base, mine, latest].map((subjects = []) => statesOf(subjects));
  if (ofBase === undefined || ofMine === undefined || ofLatest === undefined) throw new Error('three sides');
  return mergeStates({ base: ofBase, mine: ofMine, latest: ofLatest }, decides && (() => decides));
}

function flag(key: string, changes: Partial<FlagState> = {}): SubjectState {
  return { kind: 'flag', key, createdAt: 0, value: aFlagState(key, changes) };
}

function segment(changes: Partial<SegmentState>): SubjectState {
  const value = {
    key: 's',
    name: '',
    description: '',
    matchType: 'all',
    constraints: [],
    ...changes,
  } as const;
  return { kind: 'segment', key: 's', createdAt: 0, value };
}

function constraint(value: string, description = ''): ConstraintState {
  return { type: 'string', property: 'plan', operator: 'eq', value, description };
}

function variant(key: string): FlagState['variants'][number] {
  return { key, name: '', description: '', attachment: '' };
}

const rule = { segmentKeys: ['a'], segmentOperator: 'or', distributions: [] } as const;
const rollout = { description: '', step: { type: 'threshold', percent: 1, value: true } } as const;

describe('a flag whose type one side changes', () => {
  const items = {
    variants: { variants: [variant('red')] },
    rules: { rules: [rule] },
    rollouts: { rollouts: [rollout] },
  };

  it.each(Object.entries(items))('is in conflict as a whole where the other changes its %s', (_, item) => {
    const [base, typed, edited] = [[flag('f')], [flag('f', { type: 'boolean' })], [flag('f', item)]];
    for (const sides of [
      [base, typed, edited],
      [base, edited, typed],
    ])
      expect(merge(sides).conflicts.map(({ part }) => part)).toEqual(['whole']);
  });

  it('merges where the other changes something else, or both change it', () => {
    const boolean = { type: 'boolean', ...items.rules } as const;
    for (const sides of [
      [flag('f'), flag('f', { type: 'boolean' }), flag('f', { name: 'New' })],
      [flag('f'), flag('f', { type: 'boolean' }), flag('f', boolean)],
      [flag('f'), flag('f', boolean), flag('f', { type: 'boolean' })],
    ])
      expect(merge(sides.map((side) => [side])).conflicts).toEqual([]);
  });
});

describe('a segment whose match type one side changes', () => {
  const base = { name: 'S', constraints: [constraint('gold')] };
  const any = { ...base, matchType: 'any' } as const;
  const silver = { ...base, constraints: [constraint('silver')] };
  const sides = (one: Partial<SegmentState>, other: Partial<SegmentState>): SubjectState[][] =>
    [base, one, other].map((changes) => [segment(changes)]);

  it.each([
    ['mine', any, silver],
    ['latest', silver, any],
  ])('is in conflict where the other changes a constraint: by %s', (_, mine, latest) => {
    const condition = (matchType: string, value: string): object => ({
      matchType,
      constraints: [constraint(value)],
    });
    const { conflicts } = merge(sides(mine, latest));
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]).toMatchObject({
      part: 'condition',
      base: condition('all', 'gold'),
      mine: condition(mine === any ? 'any' : 'all', mine === any ? 'gold' : 'silver'),
      latest: condition(latest === any ? 'any' : 'all', latest === any ? 'gold' : 'silver'),
    });
  });

  it.each<[mine: Partial<SegmentState>, latest: Partial<SegmentState>, merged: Partial<SegmentState>]>([
    [any, silver, any],
    [
      { ...silver, name: 'New' },
      { ...any, description: 'new' },
      { ...silver, name: 'New', description: 'new', matchType: 'all' },
    ],
  ])('is as mine says where mine decides: %j, %j', (mine, latest, merged) => {
    const { states, conflicts } = merge(sides(mine, latest), 'mine');
    expect(conflicts).toEqual([]);
    expect(states.segments.get('s')).toMatchObject(merged);
  });

  it('merges where the other describes a constraint, changes the name, or makes the same change', () => {
    for (const other of [
      { ...base, constraints: [constraint('gold', 'pays')] },
      { ...base, name: 'New' },
      { ...silver, matchType: 'any' as const },
    ])
      for (const three of [sides(any, other), sides(other, any)]) expect(merge(three).conflicts).toEqual([]);
  });
});

describe('a flag that both sides add alike', () => {
  const red = [variant('red'), variant('blue')];
  const blue = red.toReversed();

  it('is there once, in the order of latest', () => {
    const { states, conflicts } = merge([
      [],
      [flag('f', { variants: red })],
      [flag('f', { variants: blue })],
    ]);
    expect(conflicts).toEqual([]);
    expect(states.flags.get('f')?.variants).toEqual(blue);
  });
});

it('leaves flags in the order of latest, with those that mine adds behind', () => {
  const base = [flag('a'), flag('b')];
  const { states } = merge([base, [flag('x'), ...base], [flag('b'), flag('y'), flag('a')]]);
  expect([...states.flags.keys()]).toEqual(['b', 'y', 'a', 'x']);
});

it('tells what others changed in a flag that mine changes, and apart from that what they changed anywhere', () => {
  const base = [flag('a'), flag('b'), flag('c')];
  const mine = [flag('a', { name: 'A' }), flag('b'), flag('c', { name: 'C' })];
  const latest = [
    flag('a', { description: 'a' }),
    flag('b', { description: 'b' }),
    flag('c', { name: 'Z', description: 'c' }),
  ];
  const keysOf = (parts: Merge['kept']): readonly string[] => parts.map(({ key, part }) => `${key} ${part}`);
  for (const decides of [undefined, 'mine'] as const) {
    const { kept, theirs } = merge([base, mine, latest], decides);
    expect(keysOf(kept)).toEqual(['a description', 'c description']);
    expect(keysOf(theirs)).toEqual(['a description', 'b description', 'c description']);
  }
});

describe('a merge whose conflicts are decided', () => {
  const named = (name: string, description: string): readonly SubjectState[] => [
    flag('f', { name, description }),
  ];
  const [base, mine, latest] = [named('a', 'one'), named('b', 'two'), named('c', 'three')].map(statesOf) as [
    States,
    States,
    States,
  ];

  it('takes each part from the side that was chosen for it', () => {
    const { states, conflicts } = mergeStates({ base, mine, latest }, ({ part }) =>
      part === 'name' ? 'mine' : 'latest',
    );
    expect(conflicts).toEqual([]);
    expect(states.flags.get('f')).toMatchObject({ name: 'b', description: 'three' });
  });

  it('has the conflicts still that nobody chose a side for', () => {
    const { conflicts } = mergeStates({ base, mine, latest }, ({ part }) =>
      part === 'name' ? 'mine' : undefined,
    );
    expect(conflicts).toMatchObject([{ kind: 'flag', key: 'f', part: 'description', item: '' }]);
  });

  it('keeps new rules of both sides, mine behind theirs', () => {
    const ruleFor = (...keys: readonly string[]): readonly SubjectState[] => [
      flag('f', { rules: keys.map((key) => ({ ...rule, segmentKeys: [key] })) }),
    ];
    const three = [ruleFor('a'), ruleFor('a', 'mine'), ruleFor('a', 'theirs')].map(statesOf);
    const [was, ours, theirs] = three as [States, States, States];
    const { states, conflicts, kept } = mergeStates({ base: was, mine: ours, latest: theirs }, () => 'both');
    expect(conflicts).toEqual([]);
    const keys = states.flags.get('f')?.rules.flatMap(({ segmentKeys }) => segmentKeys);
    expect(keys).toEqual(['a', 'theirs', 'mine']);
    expect(kept).toMatchObject([{ part: 'rules', latest: { segmentKeys: ['theirs'] } }]);
  });

  it('brings back what was deleted, or leaves it deleted', () => {
    const gone = statesOf([]);
    const flagsWith = (side: 'mine' | 'latest'): number =>
      mergeStates({ base, mine, latest: gone }, () => side).states.flags.size;
    expect([flagsWith('mine'), flagsWith('latest')]).toEqual([1, 0]);
  });
});
