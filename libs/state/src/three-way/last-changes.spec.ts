import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { lastChanges } from './last-changes';
import { mergeStates, statesOf, type States } from './merge-states';

/** Flags by their keys. */
type Flags = Readonly<Record<string, Partial<FlagState>>>;

function states(flags: Flags): States {
  return statesOf(
    Object.entries(flags).map(([key, changes]) => {
      return { kind: 'flag', key, createdAt: 0, value: aFlagState(key, changes) } as const;
    }),
  );
}

function rule(segment: string, ...variants: readonly string[]): FlagState['rules'][number] {
  const distributions = variants.map((variantKey) => ({ variantKey, rolloutPercent: 100 }));
  return { segmentKeys: [segment], segmentOperator: 'or', distributions };
}

/** What others changed, or what is in conflict with it, with the revision that changed it last. */
function changesOf(base: Flags, mine: Flags, past: readonly Flags[]): readonly string[] {
  const latest = past.at(-1) ?? base;
  const three = { base: states(base), mine: states(mine), latest: states(latest) };
  const { theirs, conflicts } = mergeStates(three);
  const revisionOf = lastChanges(
    three,
    past.map((flags, index) => ({ revision: index + 1, states: states(flags) })),
  );
  return [...theirs, ...conflicts].map((one) => {
    const item = one.item === '' ? '' : ` ${one.item}`;
    return `${one.key} ${one.part}${item} by ${revisionOf(one)}`;
  });
}

const others = { isEnabled: true };

it.each<[what: string, base: Flags, mine: Flags, past: readonly Flags[], told: readonly string[]]>([
  [
    'one of several',
    { a: {} },
    { a: {} },
    [{ a: others }, { a: { ...others, name: 'A' } }],
    ['a name by 2', 'a isEnabled by 1'],
  ],
  [
    'the last of two',
    { a: {} },
    { a: {} },
    [{ a: { name: 'A' } }, { a: { name: 'B' } }, { a: { ...others, name: 'B' } }],
    ['a name by 2', 'a isEnabled by 3'],
  ],
  [
    'the last one, of a value that was there, and was another meanwhile',
    { a: {} },
    { a: {} },
    [{ a: { name: 'A' } }, { a: {} }, { a: { name: 'A' } }],
    ['a name by 3'],
  ],
  [
    'the one that is in conflict, where an earlier one was too',
    { a: {} },
    { a: { name: 'Mine' } },
    [{ a: { name: 'A' } }, { a: { name: 'B' } }, { a: { ...others, name: 'B' } }],
    ['a isEnabled by 3', 'a name by 2'],
  ],
  [
    'the one that took something away',
    { a: {}, b: {} },
    { a: {}, b: {} },
    [{ a: { name: 'A' }, b: {} }, { a: { name: 'A' } }],
    ['a name by 1', 'b whole by 2'],
  ],
  [
    'that of the same part of the same flag',
    { a: {}, b: {} },
    { a: {}, b: {} },
    [
      { a: { name: 'A' }, b: {} },
      { a: { name: 'A' }, b: { name: 'A' } },
      { a: { name: 'A', description: 'A' }, b: { name: 'A' } },
    ],
    ['a description by 3', 'a name by 1', 'b name by 2'],
  ],
  [
    'that of the same item',
    { a: { metadata: { x: 1, y: 1 } } },
    { a: { metadata: { x: 1, y: 1 } } },
    [{ a: { metadata: { x: 2, y: 1 } } }, { a: { metadata: { x: 2, y: 2 } } }],
    ['a metadata x by 1', 'a metadata y by 2'],
  ],
  [
    'that of a new rule, wherever it stood',
    { a: {} },
    { a: {} },
    [{ a: { rules: [rule('x')] } }, { a: { rules: [rule('y'), rule('x')] } }],
    ['a rules +1 by 2', 'a rules +2 by 1'],
  ],
  [
    'that of a new rule, not of one that was edited to be the same',
    { a: { rules: [rule('x')] } },
    { a: { rules: [rule('x')] } },
    [{ a: { rules: [rule('x', 'red')] } }, { a: { rules: [rule('x'), rule('x', 'red')] } }],
    ['a rules +2 by 2'],
  ],
])('names %s', (_, base, mine, past, told) => {
  expect([...changesOf(base, mine, past)].toSorted()).toEqual(told.toSorted());
});

it('names none for what none of them has changed', () => {
  const three = { base: states({ a: {} }), mine: states({ a: {} }), latest: states({ a: {} }) };
  const changed = { kind: 'flag', key: 'a', part: 'name', item: '', latest: 'A' } as const;
  expect(lastChanges(three, [{ revision: 1, states: states({ a: {} }) }])(changed)).toBeUndefined();
});

it('tells a flag from a segment of its key', () => {
  const flag = { kind: 'flag', key: 'a', createdAt: 0, value: aFlagState('a') } as const;
  const said = { key: 'a', name: '', description: '', matchType: 'all', constraints: [] } as const;
  const segment = { kind: 'segment', key: 'a', createdAt: 0, value: said } as const;
  const renamed = { ...segment, value: { ...said, name: 'A' } };
  const base = statesOf([flag, segment]);
  const second = statesOf([{ ...flag, value: { ...flag.value, name: 'A' } }, renamed]);
  const three = { base, mine: base, latest: second };
  const past = [statesOf([flag, renamed]), second].map((found, index) => ({
    revision: index + 1,
    states: found,
  }));
  const revisionOf = lastChanges(three, past);
  expect(mergeStates(three).theirs.map((one) => [one.kind, revisionOf(one)])).toEqual([
    ['segment', 1],
    ['flag', 2],
  ]);
});
