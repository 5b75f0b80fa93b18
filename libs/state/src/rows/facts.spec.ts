import { aConstraint, aDistribution, aFlag, aRollout, aRule, aSegment, aVariant } from '@pennon/testing';
import { factsOfFlag, factsOfSegment } from './facts';
import { flagRowsBetween, segmentRowsBetween } from './rows-between';
import { closedUp, ordered } from './steps';
import type { StoredFlag, StoredSegment } from './stored-flag';

const [red, blue] = [aVariant('colour', 'v1', { key: 'red' }), aVariant('colour', 'v2', { key: 'blue' })];
const shares = [aDistribution('r1', 'v1', { id: 'd1' }), aDistribution('r1', 'v2', { id: 'd2' })];
const first = { ...aRule('colour', 'r1', { rank: 1 }), distributions: shares };
const second = { ...aRule('colour', 'r2', { rank: 5 }), distributions: [] };
const flag: StoredFlag = {
  ...aFlag('colour', { defaultVariantId: 'v1' }),
  variants: [red, blue],
  rules: [first, second],
  rollouts: [aRollout('colour', 'o1'), aRollout('colour', 'o2', { rank: 2 })],
};
const segment: StoredSegment = { ...aSegment('dutch'), constraints: [aConstraint('dutch', 'c1')] };

/** Facts as `action type key`. */
function told(before: StoredFlag | undefined, after: StoredFlag | undefined): readonly string[] {
  const facts = factsOfFlag(before, after, flagRowsBetween(before, after));
  return facts.map(({ action, type, key }) => `${action} ${type} ${key}`);
}

function toldOfSegment(
  before: StoredSegment | undefined,
  after: StoredSegment | undefined,
): readonly string[] {
  const facts = factsOfSegment(segmentRowsBetween(before, after));
  return facts.map(({ action, type, key }) => `${action} ${type} ${key}`);
}

it.each<[what: string, after: StoredFlag | undefined, facts: readonly string[]]>([
  ['its name', { ...flag, name: 'New' }, ['updated flag colour']],
  ['its default', { ...flag, defaultVariantId: 'v2' }, ['updated flag colour']],
  ['its default, taken away', { ...flag, defaultVariantId: undefined }, ['updated flag colour']],
  ['a moment', { ...flag, updatedAt: 99 }, []],
  ['a variant', { ...flag, variants: [{ ...red, name: 'Red' }, blue] }, ['updated variant red']],
  ['a rule', { ...flag, rules: [{ ...first, segmentKeys: ['other'] }, second] }, ['updated rule r1']],
  [
    'a share',
    { ...flag, rules: [{ ...first, distributions: shares.slice(1) }, second] },
    ['deleted distribution d1'],
  ],
  ['the order of rules', { ...flag, rules: ordered(flag.rules, ['r2', 'r1'], 99) }, ['updated rule colour']],
  ['nothing, by an order that is there', { ...flag, rules: ordered(flag.rules, ['r1'], 99) }, []],
  ['ranks alone', { ...flag, rules: ordered(flag.rules, ['r1', 'r2'], 99) }, ['updated rule colour']],
  ['nothing, by deleting what is not there', { ...flag, rules: closedUp(flag.rules, 'gone', 99) }, []],
  ['a rule that is deleted', { ...flag, rules: closedUp(flag.rules, 'r1', 99) }, ['deleted rule r1']],
  [
    'a rollout that is deleted',
    { ...flag, rollouts: closedUp(flag.rollouts, 'o1', 99) },
    ['deleted rollout o1'],
  ],
  [
    'a rule that is new, with its shares',
    {
      ...flag,
      rules: [
        ...flag.rules,
        {
          ...first,
          id: 'r3',
          distributions: shares.map((share) => ({ ...share, id: `${share.id}-3`, ruleId: 'r3' })),
        },
      ],
    },
    ['created rule r3'],
  ],
  ['all of it', undefined, ['deleted flag colour']],
])('of a flag tell of %s', (_, after, facts) => {
  expect(told(flag, after)).toEqual(facts);
});

it('of a flag that is new tell of it alone', () => {
  expect(told(undefined, flag)).toEqual(['created flag colour']);
});

it('tell of a variant that is gone, and not of what goes with it', () => {
  const rules = [{ ...first, distributions: shares.slice(1) }, second];
  const without = { ...flag, variants: [blue], defaultVariantId: undefined, rules };
  expect(told(flag, without)).toEqual(['deleted variant red']);
  expect(told(flag, { ...without, name: 'New' })).toEqual(['updated flag colour', 'deleted variant red']);
  expect(told(flag, { ...without, defaultVariantId: 'v2' })).toEqual([
    'updated flag colour',
    'deleted variant red',
  ]);
});

it.each([
  ['the order before and after', ['r2', 'r1'], { rule_ids: ['r2', 'r1'], ranks: [1, 2] }],
  ['ranks before and after, where the order stays', ['r1', 'r2'], { rule_ids: ['r1', 'r2'], ranks: [1, 2] }],
])('tell %s', (_, ids, told) => {
  const after = { ...flag, rules: ordered(flag.rules, ids, 99) };
  expect(factsOfFlag(flag, after, flagRowsBetween(flag, after))).toMatchObject([
    { before: { rule_ids: ['r1', 'r2'], ranks: [1, 5] }, after: told, flagKey: 'colour' },
  ]);
});

it('of a segment tell of constraints, unless it is new or gone', () => {
  const changed = { ...segment, constraints: [{ ...aConstraint('dutch', 'c1'), value: 'BE' }] };
  expect(toldOfSegment(segment, changed)).toEqual(['updated constraint c1']);
  expect(toldOfSegment(segment, { ...changed, name: 'New' })).toEqual([
    'updated segment dutch',
    'updated constraint c1',
  ]);
  expect(toldOfSegment(undefined, segment)).toEqual(['created segment dutch']);
  expect(toldOfSegment(segment, undefined)).toEqual(['deleted segment dutch']);
});
