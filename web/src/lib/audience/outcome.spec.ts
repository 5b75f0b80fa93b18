import { thresholdBucket } from '@pennon/domain';
import fc from 'fast-check';
import { evaluateBoolean } from '@pennon/evaluator';
import { type AudienceFlag, type AudienceRollout } from './audience-flag';
import { forcedValue } from './forced-value';
import { outcomeOf, thresholdAnswers } from './outcome';
import { rolloutReach, ruleObstacles, thresholdReach } from './reach';
import { alwaysMatches } from './selection';
import { barTextOf, sentenceOf } from './sentence';
import { shareTotal } from './totals';

const blue = { id: 'b', key: 'blue' };
const green = { id: 'g', key: 'green' };
const segments = new Map([
  ['beta', { constraints: [1] }],
  ['staff', { constraints: [1] }],
  ['everyone', { constraints: [] }],
]);

const choice = (...segmentKeys: readonly string[]) =>
  ({ segmentKeys, segmentOperator: 'OR_SEGMENT_OPERATOR' }) as const;
const halves = [
  { variantId: 'b', rollout: 50 },
  { variantId: 'g', rollout: 50 },
];

const variantFlag = (
  rules: AudienceFlag['rules'],
  flag: Partial<AudienceFlag['flag']> = {},
): AudienceFlag => ({
  flag: {
    type: 'VARIANT_FLAG_TYPE',
    enabled: true,
    variants: [blue, green],
    defaultVariant: blue,
    ...flag,
  },
  rules,
  rollouts: [],
});

const threshold = (percentage: number, value: boolean): AudienceRollout => ({
  type: 'THRESHOLD_ROLLOUT_TYPE',
  threshold: { percentage, value },
});
const inSegment = (key: string, value: boolean): AudienceRollout => ({
  type: 'SEGMENT_ROLLOUT_TYPE',
  segment: { ...choice(key), value },
});
const booleanFlag = (rollouts: readonly AudienceRollout[], enabled = false): AudienceFlag => ({
  flag: { type: 'BOOLEAN_FLAG_TYPE', enabled, variants: [] },
  rules: [],
  rollouts,
});

describe('variant flags', () => {
  const beta = variantFlag([{ ...choice('beta'), distributions: halves }]);

  test('the sentence and the text of the bar spell out who gets what', () => {
    expect(barTextOf(beta, segments)).toBe(
      'Rule 1 for beta: 50 % blue, 50 % green. Everyone else: default variant blue',
    );
    expect(sentenceOf(beta, segments, () => 'Beta users')).toBe(
      'Enabled. Beta users get blue 50 % / green 50 %; everyone else gets the default variant blue.',
    );
  });

  test('a disabled flag gives everyone the default variant', () => {
    const disabled = { ...beta, flag: { ...beta.flag, enabled: false } };
    expect(outcomeOf(disabled, segments)).toMatchObject({ isDisabled: true, blocks: [{ width: 100 }] });
    expect(sentenceOf(disabled, segments)).toBe('Disabled. Everyone gets the default variant blue.');
  });

  test('a flag that is off gives everyone the default variant, enabled or not', () => {
    const off = { ...beta, flag: { ...beta.flag, off: {} } };
    expect(sentenceOf(off, segments)).toBe('Off. Everyone gets the default variant blue.');
    expect(barTextOf(off, segments)).toBe('Off. Everyone: default variant blue');
  });

  test('the first rule that always matches ends the bar; conditional ones are equally wide', () => {
    const flag = variantFlag([
      { ...choice('beta', 'staff'), distributions: halves },
      { ...choice('everyone'), distributions: [{ variantId: 'g', rollout: 85 }] },
      { ...choice('staff'), distributions: halves },
    ]);
    const { blocks } = outcomeOf(flag, segments);
    expect(blocks.map(({ position, width }) => [position, width])).toEqual([
      [1, 50],
      [2, 50],
    ]);
    expect(blocks[1]?.parts.map(({ share }) => share)).toEqual([85, 15]);
    expect(sentenceOf(flag, segments)).toBe(
      'Enabled. Entities in any of beta, staff get blue 50 % / green 50 %; ' +
        'everyone else gets green 85 % / the default variant blue 15 %.',
    );
    expect(ruleObstacles(flag.rules, segments)).toEqual([undefined, undefined, 'unreachable']);
  });

  test('a rule whose segments are all missing decides for nobody', () => {
    const flag = variantFlag([{ ...choice('gone'), distributions: halves }], { defaultVariant: undefined });
    expect(sentenceOf(flag, segments)).toBe('Enabled. Everyone gets no variant.');
    expect(ruleObstacles(flag.rules, segments)).toEqual(['missing']);
  });

  test.each([
    [[50, 50], 'full', '100 %'],
    [[50, 35], 'under', '85 %: 15 % of matching entities get no variant'],
    [[60, 44], 'over', '104 %: reduce by 4 %'],
    [[33.34, 33.33, 33.33], 'under', '100 %: 0.1 % of matching entities get no variant'],
    [[33.4, 33.3, 33.3], 'full', '100 %'],
  ])('shares %j are %s: %s', (rollouts, verdict, text) => {
    expect(shareTotal(rollouts, { kind: 'nothing' })).toEqual({ verdict, text });
  });
});

describe('boolean flags', () => {
  test('one that is off gives everyone False, whatever its default value and rollouts say', () => {
    const on = booleanFlag([threshold(20, true), inSegment('beta', true)], true);
    const off = { ...on, flag: { ...on.flag, off: {} } };
    expect(sentenceOf(off, segments)).toBe('Off. Everyone gets False.');
    expect(forcedValue(off, segments)).toBeUndefined();
  });

  test('a 20 % followed by a 50 % threshold reaches the first 20 % and the next 30 %', () => {
    expect(thresholdReach([20, 50, 40])).toEqual([20, 30, 0]);
    expect(sentenceOf(booleanFlag([threshold(20, true), threshold(50, false)], true), segments)).toBe(
      'Everyone gets True 20 % / False 30 % / True 50 %.',
    );
  });

  test('the reach of each card, of the rest after segments, and what keeps it from deciding', () => {
    const rollouts = [
      threshold(20, true),
      inSegment('beta', true),
      threshold(10, false),
      threshold(60, true),
      inSegment('everyone', false),
      threshold(90, true),
    ];
    expect(rolloutReach(rollouts, segments)).toEqual([
      { share: 20, isOfTheRest: false, obstacle: undefined },
      { share: 80, isOfTheRest: false, obstacle: undefined },
      { share: 0, isOfTheRest: true, obstacle: 'covered' },
      { share: 40, isOfTheRest: true, obstacle: undefined },
      { share: 40, isOfTheRest: true, obstacle: undefined },
      { share: 0, isOfTheRest: true, obstacle: 'unreachable' },
    ]);
  });

  test('inside of a segment, earlier thresholds keep their part', () => {
    const { blocks } = outcomeOf(booleanFlag([threshold(20, false), inSegment('beta', true)]), segments);
    expect(blocks.map(({ parts }) => parts.map(({ share }) => share))).toEqual([[20, 80], [100]]);
  });

  test('threshold answers are those of the evaluator, for any stack', () => {
    const stack = fc.array(fc.tuple(fc.float({ min: 0, max: 100, noNaN: true }), fc.boolean()), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(stack, fc.boolean(), fc.string(), (given, isEnabled, entityId) => {
        const answers = thresholdAnswers(
          given.map(([percentage, value]) => threshold(percentage, value)),
          isEnabled,
          () => false,
        );
        const rollouts = given.map(([percent, value]) => ({ type: 'threshold', percent, value }) as const);
        expect(answers[thresholdBucket(entityId, 'f')]).toBe(
          evaluateBoolean({ type: 'boolean', key: 'f', isEnabled, rollouts }, entityId, {}).isEnabled,
        );
      }),
    );
  });
});

test('any of needs one segment without constraints, all of needs all', () => {
  const all = { segmentKeys: ['everyone', 'beta'], segmentOperator: 'AND_SEGMENT_OPERATOR' } as const;
  expect(alwaysMatches(all, segments)).toBe(false);
  expect(alwaysMatches({ ...all, segmentOperator: 'OR_SEGMENT_OPERATOR' }, segments)).toBe(true);
  expect(alwaysMatches({ ...all, segmentKeys: ['everyone'] }, segments)).toBe(true);
});
