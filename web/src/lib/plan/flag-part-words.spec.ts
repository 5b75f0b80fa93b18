import { type FlagState } from '@pennon/state';
import { aFlag } from '../../../tests/support/a-flag';
import { flagChanges } from './flag-part-words';

const variants = ['blue', 'green', 'red'].map((key) => ({ key, name: '', description: '', attachment: '' }));

const rule = (
  segmentKey: string,
  shares: Readonly<Record<string, number>> = {},
): FlagState['rules'][number] => ({
  segmentKeys: [segmentKey],
  segmentOperator: 'or',
  distributions: Object.entries(shares).map(([variantKey, rolloutPercent]) => ({
    variantKey,
    rolloutPercent,
  })),
});

const threshold = (percent: number, description = ''): FlagState['rollouts'][number] => ({
  description,
  step: { type: 'threshold', percent, value: true },
});

const segment = (...segmentKeys: string[]): FlagState['rollouts'][number] => ({
  description: '',
  step: { type: 'segment', segmentKeys, segmentOperator: 'or', value: true },
});

const colour = aFlag('colour', {
  name: 'Colour',
  variants,
  rules: [rule('staff', { blue: 50, green: 50 }), rule('beta', { green: 100 }), rule('germans')],
});

const [staff, beta, germans] = colour.rules as [
  FlagState['rules'][number],
  FlagState['rules'][number],
  FlagState['rules'][number],
];

function told(from: Partial<FlagState>, to: Partial<FlagState>): readonly string[] {
  return flagChanges({ ...colour, ...from }, { ...colour, ...to }).map(({ kind, subject, before, after }) =>
    [kind, subject, before, after].join(' | '),
  );
}

describe('the words of a change of rules', () => {
  const toldOf = (...rules: FlagState['rules']): readonly string[] => told({}, { rules });

  it('name one that is new by its place, and no other', () => {
    expect(toldOf(rule('friends', { red: 100 }), staff, beta, germans)).toEqual([
      'create | Rule 1 |  | friends → red 100 %',
    ]);
  });

  it('name one that is gone by the place that it had', () => {
    expect(toldOf(staff, germans)).toEqual(['delete | Rule 2 | beta → green 100 % | ']);
  });

  it('say what changed of one, and not of those that only moved', () => {
    expect(toldOf(germans, rule('staff', { blue: 60, green: 40 }), beta)).toEqual([
      'update | Rule 1: share of blue | 50 % | 60 %',
      'update | Rule 1: share of green | 50 % | 40 %',
      'update | Flag colour: order | staff, beta, germans | germans, staff, beta',
    ]);
  });

  it('tell segments and their operator as one', () => {
    const both = { ...staff, segmentKeys: ['staff', 'friends'], segmentOperator: 'and' } as const;
    expect(toldOf(both, beta, germans)).toEqual([
      'update | Rule 1: segments | staff | all of staff, friends',
    ]);
    expect(told({ rules: [both] }, { rules: [{ ...both, segmentOperator: 'or' }] })).toEqual([
      'update | Rule 1: segments | all of staff, friends | any of staff, friends',
    ]);
  });

  it('say who is left without a share, and what those get', () => {
    const rules = [rule('staff', { green: 50 }), beta, germans];
    const share = 'update | Rule 1: share of blue | 50 % | 50 % will get';
    expect(told({}, { rules })).toEqual([`${share} no variant`]);
    expect(told({ defaultVariantKey: 'red' }, { rules, defaultVariantKey: 'red' })).toEqual([
      `${share} the default variant`,
    ]);
  });

  it('tell the order of shares, which decides who gets which', () => {
    expect(toldOf(rule('staff', { green: 50, blue: 50 }), beta, germans)).toEqual([
      'update | Rule 1: order | blue, green | green, blue',
    ]);
  });
});

describe('the words of a change of rollouts', () => {
  it('say what changed of one', () => {
    const toldOf = (to: FlagState['rollouts'][number]): readonly string[] =>
      told({ rollouts: [threshold(20), segment('beta')] }, { rollouts: [to, segment('beta')] });
    expect(toldOf(threshold(30, 'more'))).toEqual([
      'update | Rollout 1: description |  | more',
      'update | Rollout 1: threshold | 20 % | 30 %',
    ]);
  });

  it('tell one of another kind as what takes the place', () => {
    expect(told({ rollouts: [threshold(20)] }, { rollouts: [segment('beta')] })).toEqual([
      'update | Rollout 1 | 20 % of entities → True | beta → True',
    ]);
  });
});

test('that a flag is turned off is told with its reason', () => {
  const off = { by: undefined, at: undefined, reason: 'payments fail' };
  expect(told({ off: false }, { off })).toEqual(['update | Flag colour: off | no | yes, payments fail']);
});
