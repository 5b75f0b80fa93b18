import { aFlagState } from '@pennon/testing';
import type { FlagState, RolloutState } from '../flag-state';
import { applyEdits } from './apply-edits';
import type { PercentageEdit } from './edit';

const threshold = (percent: number, value = true, description = ''): RolloutState => ({
  description,
  step: { type: 'threshold', percent, value },
});
const forBeta: RolloutState = {
  description: 'beta users',
  step: { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value: true },
};

const aSwitch = (rollouts: readonly RolloutState[], changes: Partial<FlagState> = {}): FlagState =>
  aFlagState('checkout', { type: 'boolean', rollouts, ...changes });

function edited(flag: FlagState, ...percentages: readonly PercentageEdit[]): FlagState | undefined {
  const flags = percentages.map((percentage) => ({ key: flag.key, percentage }));
  return applyEdits({ flags, segments: [] }, { flags: [flag], segments: [] }).flags[0];
}

describe('a percentage', () => {
  it.each([
    ['changes the only threshold', [forBeta, threshold(5, true, 'slowly')], { percent: 20 }, 1],
    ['changes the threshold of its rank', [threshold(5), threshold(50)], { percent: 20, rank: 2 }, 1],
    ['may be 0', [threshold(5)], { percent: 0 }, 0],
    ['may be 100', [threshold(5)], { percent: 100 }, 0],
  ])('%s', (_, rollouts, percentage, index) => {
    const flag = aSwitch(rollouts);
    const before = rollouts[index];
    expect(edited(flag, percentage)).toEqual({
      ...flag,
      rollouts: rollouts.with(index, {
        description: before?.description ?? '',
        step: { type: 'threshold', percent: percentage.percent, value: true },
      }),
    });
  });

  it('makes a threshold of value true at the end if there is none', () => {
    expect(edited(aSwitch([forBeta]), { percent: 20 })?.rollouts).toEqual([forBeta, threshold(20)]);
  });

  it('makes a threshold of the value that is given', () => {
    expect(edited(aSwitch([], { isEnabled: true }), { percent: 20, value: false })?.rollouts).toEqual([
      threshold(20, false),
    ]);
  });

  it('changes the value of a threshold if one is given', () => {
    expect(edited(aSwitch([threshold(5, false)]), { percent: 20, value: true })?.rollouts).toEqual([
      threshold(20),
    ]);
  });

  it('goes with disabling the flag', () => {
    const flag = aSwitch([], { isEnabled: true });
    const edit = { key: flag.key, enabled: false, percentage: { percent: 20 } };
    const { flags } = applyEdits({ flags: [edit], segments: [] }, { flags: [flag], segments: [] });
    expect(flags).toEqual([{ ...flag, isEnabled: false, rollouts: [threshold(20)] }]);
  });

  it('changes several thresholds in one change', () => {
    const flag = aSwitch([threshold(5), threshold(50)]);
    expect(edited(flag, { percent: 10, rank: 1 }, { percent: 60, rank: 2 })?.rollouts).toEqual([
      threshold(10),
      threshold(60),
    ]);
  });

  it.each<readonly [string, readonly RolloutState[], readonly PercentageEdit[], string]>([
    [
      'is named by its rank and by being the only one',
      [threshold(5)],
      [{ percent: 10 }, { percent: 20, rank: 1 }],
      'rollout 1',
    ],
    ['was made by the edit before', [], [{ percent: 10 }, { percent: 20 }], 'rollout 1'],
    [
      'is set to the same twice',
      [forBeta, threshold(5)],
      [
        { percent: 5, rank: 2 },
        { percent: 5, rank: 2 },
      ],
      'rollout 2',
    ],
  ])('is refused if a threshold %s', (_, rollouts, percentages, rollout) => {
    expect(() => edited(aSwitch(rollouts), ...percentages)).toThrow(
      `invalid field edits.flags[1]: sets ${rollout} of flag "checkout" a second time`,
    );
  });

  it.each([-1, 101, 12.5, Number.NaN, Infinity])('must not be %d', (percent) => {
    expect(() => edited(aSwitch([]), { percent })).toThrow(
      'invalid field edits.flags[0].percentage: must be a whole number from 0 to 100',
    );
  });

  it.each([0, -1, 1.5])('must not have rank %d', (rank) => {
    expect(() => edited(aSwitch([threshold(5)]), { percent: 20, rank })).toThrow(
      'invalid field edits.flags[0].rank: must be a whole number from 1',
    );
  });

  it.each<readonly [string, FlagState, PercentageEdit, string]>([
    [
      'a variant flag',
      aFlagState('checkout', { type: 'variant' }),
      { percent: 20 },
      'edits.flags[0].percentage cannot be applied: flag "checkout" is a variant flag, which has weights instead',
    ],
    [
      'several thresholds without a rank',
      aSwitch([threshold(5), forBeta, threshold(50)]),
      { percent: 20 },
      'edits.flags[0].rank cannot be applied: flag "checkout" has 2 thresholds: set rank to one of them',
    ],
    [
      'a rank that there is not',
      aSwitch([threshold(5)]),
      { percent: 20, rank: 2 },
      'edits.flags[0].rank cannot be applied: flag "checkout" has no rollout 2: it has 1',
    ],
    [
      'the rank of a segment',
      aSwitch([forBeta]),
      { percent: 20, rank: 1 },
      'edits.flags[0].rank cannot be applied: flag "checkout" has a rollout for segments at rank 1, which has no ' +
        'percentage',
    ],
    [
      'a threshold of false without a value',
      aSwitch([threshold(5, false)]),
      { percent: 20 },
      'edits.flags[0].percentage cannot be applied: flag "checkout" gives false to the share of rollout 1: set value ' +
        'as well',
    ],
    [
      'a flag whose default is true already',
      aSwitch([threshold(5)], { isEnabled: true }),
      { percent: 20 },
      'edits.flags[0].percentage cannot be applied: flag "checkout" is enabled, so everyone else gets true already: ' +
        'set enabled to false as well, or set value to false to give the share false',
    ],
  ])('cannot be set for %s', (_, flag, percentage, message) => {
    expect(() => edited(flag, percentage)).toThrow(message);
  });

  it('that cannot be set says why to programs', () => {
    expect.assertions(1);
    try {
      edited(aFlagState('checkout', { type: 'variant' }), { percent: 20 });
    } catch (error) {
      expect(error).toMatchObject({
        code: 'FAILED_PRECONDITION',
        info: { reason: 'EDIT_IMPOSSIBLE', metadata: { field: 'edits.flags[0].percentage' } },
      });
    }
  });
});
