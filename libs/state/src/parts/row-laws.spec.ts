import { MergeReport, Spot } from '../merge/merge-report';
import { mergeRows } from '../merge/merge-rows';
import { pairRows, type RowLikeness } from '../merge/pair-rows';
import type { RolloutState, RuleState } from '../flag-state';
import { rolloutLaw, ruleLaw } from './row-laws';

/** A rule as `a,b and red:60,blue:40`. */
function ruleOf(text: string): RuleState {
  const [segments = '', operator = '', shares = ''] = text.split(' ');
  return {
    segmentKeys: segments.split(','),
    segmentOperator: operator === 'and' ? 'and' : 'or',
    distributions: shares.split(',').map((share) => {
      const [variantKey = '', percent] = share.split(':');
      return { variantKey, rolloutPercent: Number(percent) };
    }),
  };
}

/** A rollout as `10% true` or `a,b or true`, described as `10% true # ten`. */
function rolloutOf(text: string): RolloutState {
  const [said = '', description = ''] = text.split(' # ');
  if (said.includes('%')) {
    const [percent = '', value] = said.split('% ');
    return { description, step: { type: 'threshold', percent: Number(percent), value: value === 'true' } };
  }
  const [segments = '', operator = '', value = ''] = said.split(' ');
  const selection = {
    segmentKeys: segments.split(','),
    segmentOperator: operator === 'and' ? 'and' : 'or',
  } as const;
  return { description, step: { type: 'segment', ...selection, value: value === 'true' } };
}

/** What became of each row in other ones, by their places. */
function paired<R>(
  law: RowLikeness<R>,
  rowOf: (text: string) => R,
  base: readonly string[],
  others: readonly string[],
): readonly (number | undefined)[] {
  return pairRows(base.map(rowOf), others.map(rowOf), law);
}

describe('rules', () => {
  it.each([
    ['a or red:100', 'a or blue:100', true],
    ['a,b or red:100', 'b,a or red:100', true],
    ['a,b,a or red:100', 'b,a or red:100', true],
    ['a,b or red:100', 'a,b and red:100', false],
    ['a,b or red:100', 'a or red:100', false],
  ])('%s and %s are for the same: %s', (one, other, isSame) => {
    expect(ruleLaw.condition(ruleOf(one)) === ruleLaw.condition(ruleOf(other))).toBe(isSame);
  });

  it('give variants in an order that decides', () => {
    expect(ruleLaw.result(ruleOf('a or red:60,blue:40'))).toEqual([
      ['red', 60],
      ['blue', 40],
    ]);
  });

  it.each<[what: string, base: readonly string[], others: readonly string[], indexes: readonly unknown[]]>([
    ['equal ones', ['a or red:100', 'a or blue:100'], ['a or blue:100'], [undefined, 0]],
    ['equal ones, by shares', ['a or red:1', 'a or red:2'], ['a or red:2'], [undefined, 0]],
    ['those for the same segments', ['a or red:1', 'b or red:1'], ['b or red:2', 'a or red:2'], [1, 0]],
    ['what stands at one place', ['a or red:1'], ['b and blue:2'], [0]],
  ])('are paired: %s', (_, base, others, indexes) => {
    expect(paired(ruleLaw, ruleOf, base, others)).toEqual(indexes);
  });
});

describe('rollouts', () => {
  it.each([
    ['a,b or true', 'b,a or false', true],
    ['a,b or true', 'a,b and true', false],
    // A threshold is for whoever comes to it: nothing tells two of them apart.
    ['10% true', '10% true', true],
  ])('%s and %s are for the same: %s', (one, other, isSame) => {
    expect(rolloutLaw.condition(rolloutOf(one)) === rolloutLaw.condition(rolloutOf(other))).toBe(isSame);
  });

  it.each([
    ['a or true', true],
    ['10% true', [10, true]],
    ['10% false', [10, false]],
  ])('%s has the result %j', (text, result) => {
    expect(rolloutLaw.result(rolloutOf(text))).toEqual(result);
  });

  it.each<[what: string, base: readonly string[], others: readonly string[], indexes: readonly unknown[]]>([
    ['equal ones, by description', ['10% true # a', '10% true # b'], ['10% true # b'], [undefined, 0]],
    ['ones that mean the same', ['10% true # a', 'a or true'], ['a or true', '10% true # b'], [1, 0]],
    ['ones that mean the same, by value', ['10% true # a', '10% false'], ['10% false # b'], [undefined, 0]],
    ['ones for the same segments', ['a or true', 'b or true'], ['b or false', 'a or false'], [1, 0]],
    ['equal ones, by the value of segments', ['a or true', 'a or false'], ['a or false'], [undefined, 0]],
    [
      'no threshold with the only other one',
      ['10% true', 'a or true'],
      ['a or true', '20% true'],
      [undefined, 0],
    ],
    ['a threshold at one place', ['10% true'], ['20% false'], [0]],
    ['no threshold with a segment', ['10% true'], ['a or true'], [undefined]],
  ])('are paired: %s', (_, base, others, indexes) => {
    expect(paired(rolloutLaw, rolloutOf, base, others)).toEqual(indexes);
  });

  it.each([
    ['a or true', 'b and false', 'c or true # words', 'a or false # words'],
    ['10% true', '20% false', '30% true # words', '20% false # words'],
  ])('for whom %s says, with the result of %s, described as %s', (condition, result, description, joined) => {
    expect(rolloutLaw.joined(rolloutOf(condition), rolloutOf(result), rolloutOf(description))).toEqual(
      rolloutOf(joined),
    );
  });

  it('merge their descriptions apart from what they say', () => {
    const [base, mine, latest] = ['10% true # a', '10% true # b', '20% true # a'].map((text) => [
      rolloutOf(text),
    ]);
    const spot = new Spot(new MergeReport({ kind: 'flag', key: 'f' }), 'rollouts');
    const merged = mergeRows({ base: base ?? [], mine: mine ?? [], latest: latest ?? [] }, rolloutLaw, spot);
    expect(merged).toEqual([rolloutOf('20% true # b')]);
  });
});
