import type { RolloutStep } from '@pennon/domain';
import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { forcedValue, servedToEveryone } from './forced-value';
import type { KnownSegments } from './known-segments';

/** Segment `all` matches everybody, `some` some. */
const segments: KnownSegments = {
  has: (key) => ['all', 'some'].includes(key),
  matchesEverybody: (key) => key === 'all',
};

function threshold(percent: number, value: boolean): RolloutStep {
  return { type: 'threshold', percent, value };
}

function toSegment(key: string, value: boolean): RolloutStep {
  return { type: 'segment', segmentKeys: [key], segmentOperator: 'or', value };
}

/** A flag whose default value is true, which nobody may see. */
function flag(...steps: readonly RolloutStep[]): FlagState {
  const rollouts = steps.map((step) => ({ description: '', step }));
  return aFlagState('f', { type: 'boolean', isEnabled: true, rollouts });
}

describe('the value that everybody gets', () => {
  function forcedBy(...steps: readonly RolloutStep[]): boolean | undefined {
    return forcedValue(flag(...steps), segments);
  }

  it('is that of the override on top, whatever is below it', () => {
    expect(forcedBy(threshold(100, false), threshold(30, true), toSegment('some', true))).toBe(false);
    expect(forcedBy(threshold(100, true), threshold(30, false))).toBe(true);
    // Thresholds round up to whole buckets.
    expect(forcedBy(threshold(99.5, false))).toBe(false);
  });

  it('is that of any rollouts that give everybody the same', () => {
    expect(forcedBy(toSegment('all', false))).toBe(false);
    expect(forcedBy(threshold(30, false), toSegment('some', false), threshold(100, false))).toBe(false);
  });

  it('is none where the default value counts, or some get something else', () => {
    expect(forcedBy()).toBeUndefined();
    expect(forcedBy(threshold(99, true))).toBeUndefined();
    expect(forcedBy(toSegment('some', true), threshold(100, false))).toBeUndefined();
    expect(forcedBy(threshold(30, true), threshold(100, false))).toBeUndefined();
    expect(forcedBy(toSegment('missing', false))).toBeUndefined();
  });

  it('is none of a flag that is off, or is a variant flag', () => {
    const overridden = flag(threshold(100, true));
    const off = { by: undefined, at: undefined, reason: undefined };
    expect(forcedValue({ ...overridden, off }, segments)).toBeUndefined();
    expect(forcedValue({ ...overridden, off: undefined }, segments)).toBe(true);
    expect(forcedValue({ ...overridden, type: 'variant' }, segments)).toBeUndefined();
  });
});

describe('an override', () => {
  it('is a first rollout of exactly 100%', () => {
    expect(servedToEveryone(flag(threshold(100, false), threshold(30, true)))).toBe(false);
    expect(servedToEveryone(flag(threshold(100, true)))).toBe(true);
  });

  it('is no other rollout, and none of a variant flag', () => {
    expect(servedToEveryone(flag())).toBeUndefined();
    expect(servedToEveryone(flag(threshold(99.5, true)))).toBeUndefined();
    expect(servedToEveryone(flag(toSegment('all', true)))).toBeUndefined();
    expect(servedToEveryone(flag(threshold(0, true), threshold(100, true)))).toBeUndefined();
    expect(servedToEveryone({ ...flag(threshold(100, true)), type: 'variant' })).toBeUndefined();
  });
});
