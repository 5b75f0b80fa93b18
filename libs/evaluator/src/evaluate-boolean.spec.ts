import {
  CompiledSegment,
  type CompiledBooleanFlag,
  type CompiledRollout,
  type BooleanResult,
} from '@pennon/snapshot';
import { evaluateBoolean } from './evaluate-boolean';

const everybody = new CompiledSegment('everybody', 'all', []);
const nobody = new CompiledSegment('nobody', 'any', [{ kind: 'never', property: 'country' }]);

/** Threshold bucket 12 of the flag, see test/conformance/vectors. */
const entityId = 'seek-27';

function threshold(percent: number, value: boolean): CompiledRollout {
  return { type: 'threshold', percent, value };
}

function segmentRollout(segment: CompiledSegment, value: boolean): CompiledRollout {
  return { type: 'segment', segments: [segment], segmentKeys: [segment.key], segmentOperator: 'or', value };
}

function flag(isEnabled: boolean, ...rollouts: readonly CompiledRollout[]): CompiledBooleanFlag {
  return { type: 'boolean', key: 'beta-banner', isEnabled, rollouts };
}

const ofNone = { segmentKeys: [] };
const ofSegment = { segmentKeys: ['everybody'] };

describe('evaluateBoolean', () => {
  it.each<[situation: string, flag: CompiledBooleanFlag, result: Partial<BooleanResult>]>([
    ['enabled, no rollouts', flag(true), { isEnabled: true, reason: 'default', basis: 'nothing', ...ofNone }],
    [
      'disabled, no rollouts',
      flag(false),
      { isEnabled: false, reason: 'default', basis: 'nothing', ...ofNone },
    ],
    [
      'disabled, threshold hits',
      flag(false, threshold(50, true)),
      { isEnabled: true, reason: 'match', basis: 'split', ...ofNone },
    ],
    [
      'enabled, threshold of value false hits',
      flag(true, threshold(50, false), threshold(100, true)),
      { isEnabled: false, reason: 'match', basis: 'split', ...ofNone },
    ],
    [
      'threshold ends at the bucket',
      flag(false, threshold(12, true)),
      { isEnabled: false, reason: 'default', basis: 'split', ...ofNone },
    ],
    [
      'fraction of a percent rounds up',
      flag(false, threshold(12.5, true)),
      { isEnabled: true, reason: 'match', basis: 'split', ...ofNone },
    ],
    [
      'threshold of 0 reaches nobody',
      flag(true, threshold(0, false)),
      { isEnabled: true, reason: 'default', basis: 'split', ...ofNone },
    ],
    [
      'threshold that is no number reaches nobody',
      flag(true, threshold(Number.NaN, false)),
      { isEnabled: true, reason: 'default', basis: 'split', ...ofNone },
    ],
    [
      'segment hits',
      flag(false, segmentRollout(everybody, true)),
      { isEnabled: true, reason: 'match', basis: 'properties', ...ofSegment },
    ],
    [
      'segment misses, threshold hits',
      flag(false, segmentRollout(nobody, false), threshold(100, true)),
      { isEnabled: true, reason: 'match', basis: 'split', ...ofNone },
    ],
    [
      'threshold misses, segment of value false hits',
      flag(true, threshold(1, true), segmentRollout(everybody, false)),
      { isEnabled: false, reason: 'match', basis: 'properties', ...ofSegment },
    ],
    [
      'nothing applies',
      flag(true, threshold(1, false), segmentRollout(nobody, false)),
      { isEnabled: true, reason: 'default', basis: 'split', ...ofNone },
    ],
    [
      'no segment applies',
      flag(true, segmentRollout(nobody, false)),
      { isEnabled: true, reason: 'default', basis: 'properties', ...ofNone },
    ],
  ])('%s', (_situation, compiled, result) => {
    expect(evaluateBoolean(compiled, entityId, {})).toEqual({
      type: 'boolean',
      flagKey: 'beta-banner',
      ...result,
    });
  });

  it('gives the same result to all whom the same decides, and tells apart what is not the same', () => {
    const [rollout, other] = [segmentRollout(everybody, true), segmentRollout(everybody, true)];
    const result = evaluateBoolean(flag(false, rollout), entityId, {});
    expect(evaluateBoolean(flag(false, rollout), 'another', {})).toBe(result);
    expect(evaluateBoolean(flag(false, other), entityId, {})).not.toBe(result);
    const ofOther = { ...flag(false, rollout), key: 'other' };
    const { isEnabled, reason, segmentKeys } = result;
    expect(evaluateBoolean(ofOther, entityId, {})).toMatchObject({
      flagKey: 'other',
      isEnabled,
      reason,
      segmentKeys,
    });
  });
});
