import { aFlagState } from '@pennon/testing';
import type { FlagState, RuleState } from '../flag-state';
import { applyEdits } from './apply-edits';
import type { WeightsEdit } from './edit';

type Shares = Readonly<Record<string, number>>;

const rule = (segmentKeys: readonly string[], shares: Shares): RuleState => ({
  ...{ segmentKeys, segmentOperator: 'or' },
  distributions: Object.entries(shares).map(([variantKey, rolloutPercent]) => ({
    variantKey,
    rolloutPercent,
  })),
});

const anExperiment = (rules: readonly RuleState[], changes: Partial<FlagState> = {}): FlagState =>
  aFlagState('price', {
    type: 'variant',
    variants: ['a', 'b', 'c'].map((key) => ({ key, name: '', description: '', attachment: '' })),
    rules,
    ...changes,
  });

function edited(flag: FlagState, ...all: readonly Partial<WeightsEdit>[]): FlagState | undefined {
  const flags = all.map((weights) => ({
    key: flag.key,
    weights: { percents: { a: 100 }, isRestNothing: false, ...weights },
  }));
  return applyEdits({ flags, segments: [] }, { flags: [flag], segments: [] }).flags[0];
}

const forPros = { segmentKeys: ['pros'], segmentOperator: 'or' } as const;

describe('weights', () => {
  it('set the only rule, and keep its segments', () => {
    const flag = anExperiment([rule(['beta'], { a: 100 })]);
    expect(edited(flag, { percents: { a: 30, b: 70 } })).toEqual({
      ...flag,
      rules: [rule(['beta'], { a: 30, b: 70 })],
    });
  });

  it('keep the order of the rule, which decides who gets what, and put new variants behind', () => {
    const flag = anExperiment([rule(['beta'], { b: 50, a: 50 })]);
    expect(edited(flag, { percents: { c: 10, a: 40, b: 50 } })?.rules).toEqual([
      rule(['beta'], { b: 50, a: 40, c: 10 }),
    ]);
  });

  it('take a variant away that they do not name, and keep one of 0', () => {
    const flag = anExperiment([rule(['beta'], { a: 50, b: 50 })]);
    expect(edited(flag, { percents: { a: 100 } })?.rules).toEqual([rule(['beta'], { a: 100 })]);
    expect(edited(flag, { percents: { a: 100, b: 0 } })?.rules).toEqual([rule(['beta'], { a: 100, b: 0 })]);
  });

  it('set the rule of their rank', () => {
    const flag = anExperiment([rule(['beta'], { a: 100 }), rule(['pros'], { b: 100 })]);
    expect(edited(flag, { rank: 2 })?.rules).toEqual([
      rule(['beta'], { a: 100 }),
      rule(['pros'], { a: 100 }),
    ]);
  });

  it('set the rule of their segments, in any order of them', () => {
    const flag = anExperiment([rule(['beta'], { a: 100 }), rule(['pros', 'old'], { b: 100 })]);
    const selection = { segmentKeys: ['old', 'pros'], segmentOperator: 'or' } as const;
    expect(edited(flag, { selection })?.rules).toEqual([
      rule(['beta'], { a: 100 }),
      rule(['pros', 'old'], { a: 100 }),
    ]);
  });

  it('tell rules for all and for any of the segments apart', () => {
    const flag = anExperiment([rule(['pros', 'old'], { b: 100 })]);
    const selection = { segmentKeys: ['pros', 'old'], segmentOperator: 'and' } as const;
    expect(edited(flag, { selection })?.rules).toEqual([
      rule(['pros', 'old'], { b: 100 }),
      { ...rule(['pros', 'old'], { a: 100 }), segmentOperator: 'and' },
    ]);
  });

  it('make a rule at the end for segments that have none', () => {
    const flag = anExperiment([rule(['beta'], { a: 100 })]);
    expect(edited(flag, { selection: forPros })?.rules).toEqual([
      rule(['beta'], { a: 100 }),
      rule(['pros'], { a: 100 }),
    ]);
  });

  it('may be thirds, which are stored as the wire carries them', () => {
    const flag = anExperiment([rule(['beta'], {})]);
    expect(edited(flag, { percents: { a: 33.33, b: 33.33, c: 33.333333333 } })?.rules).toEqual([
      rule(['beta'], { a: 33.33, b: 33.33, c: 33.333332 }),
    ]);
  });

  it('may leave a rest if told so', () => {
    const flag = anExperiment([rule(['beta'], {})]);
    expect(edited(flag, { percents: { a: 20 }, isRestNothing: true })?.rules).toEqual([
      rule(['beta'], { a: 20 }),
    ]);
  });

  it.each<readonly [string, Partial<WeightsEdit>, string]>([
    [
      'that do not add up',
      { percents: { a: 50, b: 49.9 } },
      'edits.flags[0].weights: must add up to 100, and add up to 99.9: set rest to NOTHING to leave a rest',
    ],
    [
      'that add up to more',
      { percents: { a: 50, b: 51 }, isRestNothing: true },
      'edits.flags[0].weights: must add up to 100, and add up to 101',
    ],
    ['of no variant', { percents: {} }, 'edits.flags[0].weights: must name at least one variant'],
    [
      'below 0',
      { percents: { a: 101, b: -1 } },
      'edits.flags[0].weights: must be from 0 to 100 for variant "a"',
    ],
    [
      'that are no numbers',
      { percents: { b: Number.NaN } },
      'edits.flags[0].weights: must be from 0 to 100 for variant "b"',
    ],
    [
      'with both rank and segments',
      { rank: 1, selection: forPros },
      'edits.flags[0].segments: must not be given together with rank',
    ],
    ['of rank 0', { rank: 0 }, 'edits.flags[0].rank: must be a whole number from 1'],
  ])('%s mean nothing', (_, weights, message) => {
    expect(() => edited(anExperiment([rule(['beta'], { a: 100 })]), weights)).toThrow(
      `invalid field ${message}`,
    );
  });

  it('may be a hundredth short', () => {
    const flag = anExperiment([rule(['beta'], {})]);
    expect(() => edited(flag, { percents: { a: 99.99 } })).not.toThrow();
    expect(() => edited(flag, { percents: { a: 99.98 } })).toThrow('must add up to 100');
    expect(() => edited(flag, { percents: { a: 50, b: 50.01 } })).toThrow('must add up to 100');
  });

  it.each<readonly [string, FlagState, Partial<WeightsEdit>, string]>([
    [
      'a boolean flag',
      aFlagState('price', { type: 'boolean' }),
      {},
      'weights cannot be applied: flag "price" is a boolean flag, which has a percentage instead',
    ],
    [
      'an unknown variant',
      anExperiment([rule(['beta'], { a: 100 })]),
      { percents: { a: 50, toString: 50 } },
      'weights cannot be applied: flag "price" has no variant "toString"',
    ],
    [
      'a flag without rules',
      anExperiment([]),
      {},
      'weights cannot be applied: flag "price" has no rule: set segments to make one',
    ],
    [
      'one of several rules',
      anExperiment([rule(['beta'], { a: 100 }), rule(['pros'], { a: 100 })]),
      {},
      'rank cannot be applied: flag "price" has 2 rules: set rank to one of them',
    ],
    [
      'one of several rules for the segments',
      anExperiment([rule(['pros'], { a: 100 }), rule(['pros'], { b: 100 })]),
      { selection: forPros },
      'rank cannot be applied: flag "price" has 2 rules for these segments: set rank to one of them',
    ],
    [
      'a rank that there is not',
      anExperiment([rule(['beta'], { a: 100 })]),
      { rank: 2 },
      'rank cannot be applied: flag "price" has no rule 2: it has 1',
    ],
  ])('cannot be set for %s', (_, flag, weights, message) => {
    expect(() => edited(flag, weights)).toThrow(`edits.flags[0].${message}`);
  });

  it('are refused for a rule that was set already, however it is named', () => {
    const flag = anExperiment([rule(['pros'], { a: 100 })]);
    expect(() => edited(flag, { rank: 1 }, { selection: forPros })).toThrow(
      'invalid field edits.flags[1]: sets rule 1 of flag "price" a second time',
    );
  });
});
