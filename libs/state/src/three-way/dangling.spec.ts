import type { PartPlace } from '@pennon/domain';
import { aFlagState } from '@pennon/testing';
import type { Three } from '../merge/merge-report';
import type { FlagState, RolloutState, RuleState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { mergeStates, statesOf, type States } from './merge-states';

/** A side of a merge: what its flag says, and which segments it has. */
interface Side {
  /** Undefined where the flag is not there. */
  readonly flag?: Partial<FlagState> | undefined;
  readonly segments?: readonly SegmentState[];
}

function variants(keys: string, name = ''): FlagState['variants'] {
  return keys.split('').map((key) => ({ key, name, description: '', attachment: '' }));
}

/** A rule for a segment, or several, all of whose entities get a variant. */
function rule(segments: string, variantKey: string): RuleState {
  return {
    ...{ segmentKeys: segments.split(''), segmentOperator: 'or' },
    distributions: variantKey.split('').map((key) => ({ variantKey: key, rolloutPercent: 50 })),
  };
}

function rollout(segments: string, value = true): RolloutState {
  const selection = { segmentKeys: segments.split(''), segmentOperator: 'or' } as const;
  return { description: '', step: { type: 'segment', ...selection, value } };
}

function segments(keys: string, name = ''): readonly SegmentState[] {
  return keys.split('').map((key) => ({
    ...{ key, name, description: '', matchType: 'all' },
    constraints: [],
  }));
}

function states({ flag, segments: all = [] }: Side): States {
  return statesOf([
    ...(flag === undefined ? [] : [subject(aFlagState('f', flag))]),
    ...all.map(segmentSubject),
  ]);
}

function subject(value: FlagState) {
  return { kind: 'flag', key: value.key, createdAt: 0, value } as const;
}

function segmentSubject(value: SegmentState) {
  return { kind: 'segment', key: value.key, createdAt: 0, value } as const;
}

function placeText({ kind, key, part, item }: PartPlace): string {
  return `${kind} ${key} ${part}${item === '' ? '' : ` ${item}`}`;
}

/** Places in conflict, each with what it does not go with. */
function conflictsOf(base: Side, mine: Side, latest: Side, decides?: 'mine'): readonly string[] {
  const three = { base: states(base), mine: states(mine), latest: states(latest) };
  return mergeStates(three, decides && (() => decides)).conflicts.map(
    (one) => `${placeText(one)}${one.with === undefined ? '' : ` with ${placeText(one.with)}`}`,
  );
}

/** Three sides of a flag with variants r, g and b, which say the same but for what is given. */
function flags(base: Partial<FlagState>, mine: Partial<FlagState>, latest: Partial<FlagState>): Three<Side> {
  const side = (changes: Partial<FlagState>): Side => ({
    flag: { variants: variants('rgb'), ...base, ...changes },
  });
  return { base: side({}), mine: side(mine), latest: side(latest) };
}

const without = { variants: variants('gb') };

describe('what a flag says of a variant that the other side took away', () => {
  it.each<[what: string, three: Three<Side>, conflicts: readonly string[]]>([
    [
      'is a conflict of its default',
      flags({ defaultVariantKey: 'g' }, { defaultVariantKey: 'r' }, without),
      ['flag f defaultVariantKey with flag f variants r'],
    ],
    [
      'also by latest',
      flags({ defaultVariantKey: 'g' }, without, { defaultVariantKey: 'r' }),
      ['flag f defaultVariantKey with flag f variants r'],
    ],
    [
      'is a conflict of a new rule',
      flags({}, { rules: [rule('a', 'g'), rule('b', 'r')] }, without),
      ['flag f rules +2 with flag f variants r'],
    ],
    [
      'is one of a rule that both have',
      flags({ rules: [rule('a', 'g')] }, { rules: [rule('a', 'r')] }, without),
      ['flag f rules 1 with flag f variants r'],
    ],
    [
      'is one of the second share',
      flags({ rules: [rule('a', 'g')] }, { rules: [rule('a', 'gr')] }, without),
      ['flag f rules 1 with flag f variants r'],
    ],
    ['is none if nothing names it', flags({}, { rules: [rule('a', 'g')] }, without), []],
    // Somebody who leaves such a flag behind alone is told by the laws of flags.
    [
      'is no matter of the merge if that side left its own rule for it',
      flags({ rules: [rule('a', 'r')] }, { name: 'New' }, without),
      [],
    ],
    ['nor if it left its own default', flags({ defaultVariantKey: 'r' }, { name: 'New' }, without), []],
    ['is none of a variant that nobody has had', flags({}, { rules: [rule('a', 'x')] }, { name: 'New' }), []],
    [
      'is told once where the variant is in conflict itself',
      flags({}, { variants: variants('rgb', 'New'), rules: [rule('a', 'r')] }, without),
      ['flag f variants r'],
    ],
    [
      'is told where something else of that name is in conflict',
      flags(
        { metadata: { r: 1 } },
        { metadata: { r: 2 }, rules: [rule('a', 'r')] },
        { metadata: { r: 3 }, ...without },
      ),
      ['flag f metadata r', 'flag f rules +1 with flag f variants r'],
    ],
  ])('%s', (_, { base, mine, latest }, conflicts) => {
    expect(conflictsOf(base, mine, latest)).toEqual(conflicts);
  });

  it('is decided by nobody', () => {
    const { base, mine, latest } = flags({}, { defaultVariantKey: 'r' }, without);
    expect(conflictsOf(base, mine, latest, 'mine')).toEqual([
      'flag f defaultVariantKey with flag f variants r',
    ]);
  });

  it('is no conflict where mine decides that the variant stays', () => {
    const { base, mine, latest } = flags(
      {},
      { variants: variants('rgb', 'New'), rules: [rule('a', 'r')] },
      without,
    );
    expect(conflictsOf(base, mine, latest, 'mine')).toEqual([]);
  });

  it('tells what each side says', () => {
    const { base, mine, latest } = flags(
      { defaultVariantKey: 'g', rules: [rule('a', 'g'), rule('b', 'b')] },
      { defaultVariantKey: 'r', rules: [rule('a', 'r'), rule('b', 'b'), rule('c', 'r')] },
      { ...without, defaultVariantKey: 'g', rules: [rule('a', 'g'), rule('b', 'b')] },
    );
    const { conflicts } = mergeStates({ base: states(base), mine: states(mine), latest: states(latest) });
    expect(conflicts.map((one) => [one.item, one.base, one.mine, one.latest])).toEqual([
      ['', 'g', 'r', 'g'],
      ['1', rule('a', 'g'), rule('a', 'r'), rule('a', 'g')],
      ['+3', undefined, rule('c', 'r'), undefined],
    ]);
  });
});

describe('a row that refers to a variant that is gone is not told a second time', () => {
  const rules = [rule('a', 'g')];

  it.each<[what: string, three: Three<Side>, conflicts: readonly string[]]>([
    [
      'where its result is in conflict',
      flags({ rules }, { ...without, rules: [rule('a', 'b')] }, { rules: [rule('a', 'r')] }),
      ['flag f rules 1.result'],
    ],
    [
      'where all of it is in conflict',
      flags({ rules }, { ...without, rules: [] }, { rules: [rule('a', 'r')] }),
      ['flag f rules 1'],
    ],
    [
      'where new rows are in conflict',
      flags({}, { ...without, rules: [rule('a', 'b')] }, { rules: [rule('a', 'r')] }),
      ['flag f rules order of new'],
    ],
    [
      'where all of the flag is in conflict',
      flags({ rules }, { type: 'boolean', ...without }, { rules: [rule('a', 'r')] }),
      ['flag f whole'],
    ],
  ])('%s', (_, { base, mine, latest }, conflicts) => {
    expect(conflictsOf(base, mine, latest)).toEqual(conflicts);
  });

  const many = ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'i', 'j', 'k'].map((key) => rule(key, 'g'));

  it.each<[what: string, three: Three<Side>, conflicts: readonly string[]]>([
    [
      'other rows are in conflict',
      flags(
        { rules: many },
        { rules: [rule('a', 'r'), ...many.slice(1, 9), rule('k', 'gb')] },
        { ...without, rules: [...many.slice(0, 9), rule('k', 'bg')] },
      ),
      ['flag f rules 10.result', 'flag f rules 1 with flag f variants r'],
    ],
    [
      'new rows are in conflict',
      flags(
        { rules },
        { rules: [rule('a', 'r'), rule('b', 'g')] },
        { ...without, rules: [...rules, rule('c', 'g')] },
      ),
      ['flag f rules order of new', 'flag f rules 1 with flag f variants r'],
    ],
    [
      'an item of that name in another part is in conflict',
      flags(
        { rules, metadata: { 1: 1 } },
        { rules: [rule('a', 'r')], metadata: { 1: 2 } },
        { ...without, metadata: { 1: 3 } },
      ),
      ['flag f metadata 1', 'flag f rules 1 with flag f variants r'],
    ],
  ])('but is told where %s', (_, { base, mine, latest }, conflicts) => {
    expect(conflictsOf(base, mine, latest)).toEqual(conflicts);
  });
});

describe('what a flag says of a segment that the other side deleted', () => {
  it.each<[what: string, base: Side, mine: Side, latest: Side, conflicts: readonly string[]]>([
    [
      'is a conflict of a new rule',
      { flag: {}, segments: segments('a') },
      { flag: { rules: [rule('a', '')] }, segments: segments('a') },
      { flag: {} },
      ['flag f rules +1 with segment a whole'],
    ],
    [
      'is one of its second segment',
      { flag: {}, segments: segments('ab') },
      { flag: { rules: [rule('ab', '')] }, segments: segments('ab') },
      { flag: {}, segments: segments('a') },
      ['flag f rules +1 with segment b whole'],
    ],
    [
      'is one of a rollout',
      { flag: { rollouts: [rollout('b')] }, segments: segments('ab') },
      { flag: { rollouts: [rollout('a')] }, segments: segments('ab') },
      { flag: { rollouts: [rollout('b')] }, segments: segments('b') },
      ['flag f rollouts 1 with segment a whole'],
    ],
    [
      'is one where mine deletes it',
      { flag: {}, segments: segments('a') },
      { flag: {} },
      { flag: { rules: [rule('a', '')] }, segments: segments('a') },
      ['flag f rules +1 with segment a whole'],
    ],
    [
      'is one of a flag that is new',
      { segments: segments('a') },
      { flag: { rules: [rule('a', '')] }, segments: segments('a') },
      {},
      ['flag f rules +1 with segment a whole'],
    ],
    [
      'is none if that side left its own rollout for it',
      { flag: { rollouts: [rollout('a')] }, segments: segments('a') },
      { flag: { rollouts: [rollout('a')], name: 'New' }, segments: segments('a') },
      { flag: { rollouts: [rollout('a')] } },
      [],
    ],
    [
      'is none of a segment that nobody has had',
      { flag: {} },
      { flag: { rules: [rule('x', '')] } },
      { flag: { name: 'New' } },
      [],
    ],
    [
      'is told once where the segment is in conflict itself',
      { flag: {}, segments: segments('a') },
      { flag: { rules: [rule('a', '')] }, segments: segments('a', 'New') },
      { flag: {} },
      ['segment a whole'],
    ],
    [
      'is not told of a flag that is in conflict',
      { flag: {}, segments: segments('a') },
      { flag: { type: 'boolean' } },
      { flag: { rules: [rule('a', '')] }, segments: segments('a') },
      ['flag f whole'],
    ],
  ])('%s', (_, base, mine, latest, conflicts) => {
    expect(conflictsOf(base, mine, latest)).toEqual(conflicts);
  });

  it('tells the row of a flag that is new', () => {
    const [base, mine] = [states({ segments: segments('a') }), { flag: { rules: [rule('a', '')] } }];
    const three = { base, mine: states({ ...mine, segments: segments('a') }), latest: states({}) };
    expect(mergeStates(three).conflicts).toMatchObject([
      { base: undefined, mine: rule('a', ''), latest: undefined },
    ]);
  });

  it('is told of one flag where another one of the key of the segment is in conflict', () => {
    const flagOf = (key: string, changes: Partial<FlagState>) => subject(aFlagState(key, changes));
    const segment = segments('a').map(segmentSubject);
    const base = statesOf([flagOf('a', {}), flagOf('f', {}), ...segment]);
    const mine = statesOf([
      flagOf('a', { type: 'boolean' }),
      flagOf('f', { rules: [rule('a', '')] }),
      ...segment,
    ]);
    const latest = statesOf([flagOf('a', { rules: [rule('x', '')] }), flagOf('f', {})]);
    const { conflicts } = mergeStates({ base, mine, latest });
    expect(conflicts.map(placeText)).toEqual(['flag a whole', 'flag f rules +1']);
  });
});
