import { aDistribution, aDocument, aFlag, aRollout, aRule, aVariant, aFlagState } from '@pennon/testing';
import fc from 'fast-check';
import type { FlagState } from '../flag-state';
import { type Adoption, adoptFlag } from './adopt-flag';
import { adoptSegment } from './adopt-segment';
import { flagRowsBetween, isNothing, segmentRowsBetween } from './rows-between';
import { stateOfFlag } from './state-of';
import type { StoredFlag } from './stored-flag';

let count = 0;

/** How what is new is made: ids and moments count up. */
const adoption: Adoption = {
  id: () => `new-${++count}`,
  now: () => 2_000_000_000_000_000 + ++count,
  author: 'ana',
  isComplete: true,
  attachmentOf: (attachment) => attachment,
};

const [red, blue] = [
  aVariant('colour', 'v1', { key: 'red', attachment: '{ "a": 1 }' }),
  aVariant('colour', 'v2', { key: 'blue' }),
];
const stored: StoredFlag = {
  ...aFlag('colour', { defaultVariantId: 'v1', metadata: { b: 1, a: 2 } }),
  variants: [red, blue],
  rules: [
    { ...aRule('colour', 'r1', { rank: 3 }), distributions: [aDistribution('r1', 'v1', { id: 'd1' })] },
    { ...aRule('colour', 'r2', { rank: 7, segmentKeys: ['beta'] }), distributions: [] },
  ],
  rollouts: [aRollout('colour', 'o1')],
};
const state = aFlagState('colour', {
  ...{ name: 'Name of colour', isEnabled: true },
  ...{ metadata: { a: 2, b: 1 }, defaultVariantKey: 'red' },
  variants: [
    { key: 'blue', name: '', description: '', attachment: '' },
    { key: 'red', name: '', description: '', attachment: '{"a":1}' },
  ],
  rules: [
    {
      segmentKeys: stored.rules[0]?.segmentKeys ?? [],
      segmentOperator: stored.rules[0]?.segmentOperator ?? 'or',
      distributions: [
        { variantKey: 'red', rolloutPercent: stored.rules[0]?.distributions[0]?.rolloutPercent ?? 0 },
      ],
    },
    { segmentKeys: ['beta'], segmentOperator: stored.rules[1]?.segmentOperator ?? 'or', distributions: [] },
  ],
  rollouts: stored.rollouts.map(({ description, step }) => ({ description, step })),
});

function adopted(changes: Partial<FlagState>, isComplete = true): StoredFlag {
  const attachmentOf = (attachment: string): string => attachment.replaceAll(' ', '');
  return adoptFlag('default', stored, { ...state, ...changes }, { ...adoption, isComplete, attachmentOf });
}

describe('a state that says what is stored', () => {
  it('changes nothing: not sparse ranks, nor the spelling of an attachment, nor the order of variants', () => {
    expect(isNothing(flagRowsBetween(stored, adopted({})))).toBe(true);
    // So that nobody has to look what differs.
    expect(adopted({})).toBe(stored);
  });

  it('changes nothing whatever is stored', () => {
    fc.assert(
      fc.property(aDocument(), ({ flags, segments }) => {
        for (const flag of flags) {
          const made = adoptFlag('default', undefined, flag, adoption);
          const again = adoptFlag('default', made, flag, adoption);
          expect(isNothing(flagRowsBetween(made, again))).toBe(true);
        }
        for (const segment of segments) {
          const made = adoptSegment('default', undefined, segment, adoption);
          const again = adoptSegment('default', made, segment, adoption);
          expect(isNothing(segmentRowsBetween(made, again))).toBe(true);
        }
      }),
    );
  });
});

it('becomes what any state says, whatever was stored', () => {
  fc.assert(
    fc.property(aDocument(), aDocument(), ({ flags: before }, { flags: after }) => {
      for (const [index, wanted] of after.entries()) {
        const earlier = before[index % Math.max(before.length, 1)];
        const present = earlier && adoptFlag('default', undefined, { ...earlier, key: wanted.key }, adoption);
        const adopted = adoptFlag('default', present, wanted, adoption);
        expect(stateOfFlag(adopted, adopted.variants, ({ attachment }) => attachment)).toEqual({
          ...wanted,
          off: wanted.off ?? earlier?.off ?? false,
        });
      }
    }),
  );
});

describe('what is stored keeps its row', () => {
  it('if it is equal, wherever it moves to, and ranks are 1 to n then', () => {
    const { rules } = adopted({ rules: state.rules.toReversed() });
    expect(rules.map(({ id, rank }) => [id, rank])).toEqual([
      ['r2', 1],
      ['r1', 2],
    ]);
  });

  it('if a variant has its key, and those that a state lacks stay unless it is complete', () => {
    const green = { key: 'green', name: 'Green', description: '', attachment: '' };
    const variants = [{ ...green, key: 'red' }, green];
    expect(adopted({ variants }).variants.map(({ id, name }) => [id, name])).toEqual([
      ['v1', 'Green'],
      [expect.stringMatching(/^new-/), 'Green'],
    ]);
    expect(adopted({ variants }, false).variants.map(({ key }) => key)).toEqual(['red', 'green', 'blue']);
  });

  it('unless the type is another: then all of it is new', () => {
    const { createdAt, variants, rules } = adopted({ type: 'boolean' });
    expect(createdAt).toBeGreaterThan(stored.createdAt);
    expect([...variants, ...rules].map(({ id }) => id)).toEqual(
      Array(4).fill(expect.stringMatching(/^new-/)),
    );
  });
});

describe('what is written has the moment of its change', () => {
  const [rule] = state.rules;
  const green = { key: 'green', name: '', description: '', attachment: '' };

  const forSome: FlagState['rollouts'][number] = {
    description: '',
    step: { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value: true },
  };

  /** What is later than before: the flag, and rows by their ids; what is new without them. */
  function written(changes: Partial<FlagState>): readonly string[] {
    const flag = adopted(changes);
    const rows = [...flag.variants, ...flag.rules, ...flag.rollouts];
    return [
      ...(flag.updatedAt > stored.updatedAt ? ['flag'] : []),
      ...rows.filter(({ updatedAt }) => updatedAt > stored.updatedAt).map(({ id }) => id.replace(/-.*/, '')),
    ];
  }

  it.each<[what: string, changes: Partial<FlagState>, rows: readonly string[]]>([
    ['a name', { name: 'New' }, ['flag']],
    ['another default', { defaultVariantKey: 'blue' }, ['flag']],
    ['metadata', { metadata: { a: 2 } }, ['flag']],
    [
      'a name of a variant',
      { variants: state.variants.map((one) => ({ ...one, name: 'New' })) },
      ['v2', 'v1'],
    ],
    ['a variant more', { variants: [...state.variants, green] }, ['new']],
    ['a variant less', { variants: state.variants.slice(1) }, []],
    ['a rule less', { rules: rule === undefined ? [] : [rule] }, ['r1']],
    ['a rollout more', { rollouts: [...state.rollouts, ...state.rollouts] }, ['new']],
    ['a rollout less', { rollouts: [] }, []],
    ['a rollout before it', { rollouts: [forSome, ...state.rollouts] }, ['new', 'o1']],
    [
      'a percentage',
      { rollouts: [{ description: '', step: { type: 'threshold', percent: 9, value: true } }] },
      ['o1'],
    ],
    ['a description', { rollouts: state.rollouts.map((one) => ({ ...one, description: 'New' })) }, ['o1']],
  ])('%s', (_, changes, rows) => {
    expect(written(changes)).toEqual(rows);
    expect(adopted(changes)).not.toBe(stored);
  });
});

it('keeps of a step what makes it one', () => {
  const step = { type: 'threshold', percent: 5, value: true } as const;
  const { rollouts } = adopted({
    rollouts: [...state.rollouts, { description: '', step: { ...step, ...{ id: 'x' } } }],
  });
  expect(rollouts[1]).toMatchObject({ rank: 2 });
  expect(rollouts[1]?.step).toEqual(step);
});

it('keeps members of metadata in one order', () => {
  const { metadata } = adopted({ metadata: { z: 1, b: 1 } });
  expect(Object.keys(metadata ?? {})).toEqual(['b', 'z']);
});

it('stays off, or is turned off, where a flag of another type takes its key', () => {
  const off = { by: 'bob', at: 5000, reason: 'it burns' };
  const replaced = { ...stored, off };
  const adoptedOver = (wanted: FlagState['off']): StoredFlag['off'] =>
    adoptFlag('default', replaced, { ...state, type: 'boolean', off: wanted }, adoption).off;
  expect(adoptedOver(undefined)).toEqual(off);
  expect(adoptedOver(false)).toBeUndefined();
});

it('gives what is new moments in the order in which it is written', () => {
  const made = adoptFlag('default', undefined, state, adoption);
  const moments = [
    made,
    ...made.variants,
    ...made.rules.flatMap((rule) => [rule, ...rule.distributions]),
    ...made.rollouts,
  ].map(({ createdAt }) => createdAt);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(new Set(moments).size).toBe(moments.length);
});

it.each<[what: string, changes: Partial<FlagState>]>([
  ['a default', { defaultVariantKey: 'green' }],
  [
    'a share',
    {
      rules: [
        {
          ...{ segmentKeys: ['beta'], segmentOperator: 'or' },
          distributions: [{ variantKey: 'green', rolloutPercent: 1 }],
        },
      ],
    },
  ],
])('refuses %s of an unknown variant', (_, changes) => {
  expect(() => adopted(changes)).toThrow('flag "colour" names the unknown variant "green"');
});
