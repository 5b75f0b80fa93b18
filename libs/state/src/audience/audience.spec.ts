import type { RolloutStep, SegmentSelection } from '@pennon/domain';
import { aFlagState } from '@pennon/testing';
import type { DistributionState, FlagState, RuleState } from '../flag-state';
import type { Answer } from './answers';
import { audienceOf } from './audience';
import type { KnownSegments } from './known-segments';

/** Segment `everyone` matches everybody, `beta` and `staff` some. */
const segments: KnownSegments = {
  has: (key) => ['everyone', 'beta', 'staff'].includes(key),
  matchesEverybody: (key) => key === 'everyone',
};

const off = { by: 'ada', at: 0, reason: '' };

const variants = ['blue', 'green'].map((key) => ({ key, name: '', description: '', attachment: '' }));

function variantFlag(rules: readonly RuleState[], changes: Partial<FlagState> = {}): FlagState {
  const own = { isEnabled: true, variants, defaultVariantKey: 'blue', rules };
  return aFlagState('f', { type: 'variant', ...own, ...changes });
}

function booleanFlag(steps: readonly RolloutStep[], changes: Partial<FlagState> = {}): FlagState {
  const rollouts = steps.map((step) => ({ description: '', step }));
  return aFlagState('f', { type: 'boolean', rollouts, ...changes });
}

function anyOf(...segmentKeys: readonly string[]): SegmentSelection {
  return { segmentKeys, segmentOperator: 'or' };
}

/** Shares of blue and green. */
function shares(...percents: readonly number[]): readonly DistributionState[] {
  return percents.map((rolloutPercent, index) => ({
    variantKey: index === 0 ? 'blue' : 'green',
    rolloutPercent,
  }));
}

function threshold(percent: number, value: boolean): RolloutStep {
  return { type: 'threshold', percent, value };
}

function toSegment(key: string, value: boolean): RolloutStep {
  return { type: 'segment', ...anyOf(key), value };
}

/** Blocks as `1 beta: 50 blue, 50 green` and `rest: 100 default blue`. */
function told(flag: FlagState): readonly string[] {
  return audienceOf(flag, segments).blocks.map(({ position, selection, parts }) => {
    const who = selection === undefined ? 'rest' : `${position} ${selection.segmentKeys.join(' ')}`;
    return `${who}: ${parts.map(({ answer, share }) => `${share} ${answerText(answer)}`).join(', ')}`;
  });
}

function answerText(answer: Answer): string {
  if (answer.kind === 'nothing') return 'nothing';
  if (answer.kind === 'boolean') return String(answer.value);
  return answer.isDefault ? `default ${answer.variantKey}` : answer.variantKey;
}

describe('the audience of a variant flag', () => {
  const beta = variantFlag([{ ...anyOf('beta'), distributions: shares(50, 50) }]);

  it('is a block for each rule, and one for the rest', () => {
    expect(audienceOf(beta, segments)).toEqual({
      isOff: false,
      isDisabled: false,
      blocks: [
        {
          position: 1,
          selection: anyOf('beta'),
          parts: [
            { answer: { kind: 'variant', variantKey: 'blue', isDefault: false }, share: 50 },
            { answer: { kind: 'variant', variantKey: 'green', isDefault: false }, share: 50 },
          ],
        },
        {
          position: undefined,
          selection: undefined,
          parts: [{ answer: { kind: 'variant', variantKey: 'blue', isDefault: true }, share: 100 }],
        },
      ],
    });
  });

  it('gets the default from a flag that is disabled', () => {
    const disabled = { ...beta, isEnabled: false };
    expect(audienceOf(disabled, segments)).toMatchObject({ isOff: false, isDisabled: true });
    expect(told(disabled)).toEqual(['rest: 100 default blue']);
  });

  it.each([true, false])('gets the default from a flag that is off, and enabled: %j', (isEnabled) => {
    const turnedOff = { ...beta, isEnabled, off };
    expect(audienceOf(turnedOff, segments)).toMatchObject({ isOff: true, isDisabled: true });
    expect(told(turnedOff)).toEqual(['rest: 100 default blue']);
  });

  it('ends with the first rule that always matches', () => {
    const flag = variantFlag([
      { ...anyOf('beta', 'staff'), distributions: shares(50, 50) },
      { ...anyOf('everyone'), distributions: shares(0, 85) },
      { ...anyOf('staff'), distributions: shares(50, 50) },
    ]);
    expect(told(flag)).toEqual(['1 beta staff: 50 blue, 50 green', '2 everyone: 85 green, 15 default blue']);
  });

  it('leaves out a rule whose segments are all missing', () => {
    const rules = [{ ...anyOf('gone'), distributions: shares(50, 50) }];
    expect(told(variantFlag(rules, { defaultVariantKey: undefined }))).toEqual(['rest: 100 nothing']);
    expect(told(variantFlag(rules, { defaultVariantKey: 'gone' }))).toEqual(['rest: 100 nothing']);
  });
});

describe('the audience of a boolean flag', () => {
  it('gets false from one that is off, whatever its default value and rollouts say', () => {
    const flag = booleanFlag([threshold(20, true), toSegment('beta', true)], { isEnabled: true, off });
    expect(audienceOf(flag, segments)).toMatchObject({ isOff: true, isDisabled: true });
    expect(told(flag)).toEqual(['rest: 100 false']);
  });

  it('is evaluated where the flag is not enabled', () => {
    const flag = booleanFlag([threshold(20, true)]);
    expect(audienceOf(flag, segments)).toMatchObject({ isOff: false, isDisabled: false });
    expect(told(flag)).toEqual(['rest: 20 true, 80 false']);
  });

  it('gets what nested thresholds leave for each', () => {
    const flag = booleanFlag([threshold(20, true), threshold(50, false)], { isEnabled: true });
    expect(told(flag)).toEqual(['rest: 20 true, 30 false, 50 true']);
  });

  it('keeps the part of earlier thresholds inside of a segment', () => {
    expect(told(booleanFlag([threshold(20, false), toSegment('beta', true)]))).toEqual([
      '2 beta: 20 false, 80 true',
      'rest: 100 false',
    ]);
  });

  it('ends with a segment for everybody, or a threshold of 100%', () => {
    const behind = [toSegment('beta', true), toSegment('everyone', true)];
    expect(told(booleanFlag([toSegment('staff', true), toSegment('everyone', false), ...behind]))).toEqual([
      '1 staff: 100 true',
      '2 everyone: 100 false',
    ]);
    expect(told(booleanFlag([toSegment('staff', true), threshold(99.5, false), ...behind]))).toEqual([
      '1 staff: 100 true',
      'rest: 100 false',
    ]);
  });
});
