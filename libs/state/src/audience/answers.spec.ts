import { type RolloutStep, thresholdBucket, variantBucket, VARIANT_BUCKETS } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { aFlagState, compiledFlag } from '@pennon/testing';
import type { CompiledVariantFlag } from '@pennon/snapshot';
import fc from 'fast-check';
import { randomFrom, wholeNumber } from '../../../../test/support/random';
import type { DistributionState } from '../flag-state';
import { assignedBuckets, fallbackAnswer, ruleAnswers, thresholdAnswers } from './answers';

const variants = ['v0', 'v1', 'v2', 'v3', 'v4', 'v5'].map((key) => ({
  key,
  name: '',
  description: '',
  attachment: '',
}));
const flag = aFlagState('f', { type: 'variant', isEnabled: true, variants });

/** The first of them is of variant `v0`, and so on. */
function distributions(...percents: readonly number[]): readonly DistributionState[] {
  return percents.map((rolloutPercent, index) => ({ variantKey: `v${index}`, rolloutPercent }));
}

/** The key of the variant that each bucket gets, `''` for none. */
function keysOf(given: readonly DistributionState[]): readonly string[] {
  return ruleAnswers(given, flag).map((answer) => (answer.kind === 'variant' ? answer.variantKey : ''));
}

function count(keys: readonly string[], wanted: string): number {
  return keys.filter((key) => key === wanted).length;
}

/** A flag with one rule for everybody. */
function compiled(given: readonly DistributionState[]): CompiledVariantFlag {
  const rules = [{ segmentKeys: ['all'], segmentOperator: 'or', distributions: given } as const];
  const all = { key: 'all', name: '', description: '', matchType: 'all', constraints: [] } as const;
  const found = compiledFlag({ ...flag, rules }, [all]);
  if (found.type !== 'variant') throw new Error('a variant flag compiles to one');
  return found;
}

const percent = fc.float({ min: 0, max: 100, noNaN: true });

describe('the answers of a rule', () => {
  it('leave a bucket of 33.34, 33.33 and 33.33 without a variant', () => {
    const keys = keysOf(distributions(33.34, 33.33, 33.33));
    expect([count(keys, ''), count(keys, 'v0'), keys.at(-1)]).toEqual([1, 333, '']);
  });

  it('are cut at the last bucket', () => {
    const keys = keysOf(distributions(60, 60));
    expect([keys.length, count(keys, 'v0'), count(keys, 'v1')]).toEqual([VARIANT_BUCKETS, 600, 400]);
  });

  it('give nothing to a share below 0.1%', () => {
    expect(count(keysOf(distributions(0.05)), '')).toBe(VARIANT_BUCKETS);
  });

  it('move forward where a variant is gone', () => {
    const gone = { variantKey: 'gone', rolloutPercent: 50 };
    const keys = keysOf([gone, ...distributions(30)]);
    expect([keys[0], count(keys, 'v0'), count(keys, '')]).toEqual(['v0', 300, 700]);
  });

  it('are the default, told apart from a share of the same variant, where no share reaches', () => {
    const answers = ruleAnswers(distributions(50), { ...flag, defaultVariantKey: 'v0' });
    expect(answers[499]).toEqual({ kind: 'variant', variantKey: 'v0', isDefault: false });
    expect(answers[500]).toEqual({ kind: 'variant', variantKey: 'v0', isDefault: true });
  });

  it('are those of the evaluator, for any shares', () => {
    const percents = fc.array(percent, { maxLength: 6 });
    const entityIds = fc.array(fc.string(), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(percents, entityIds, (given, ids) => {
        const asked = compiled(distributions(...given));
        const keys = keysOf(distributions(...given));
        const expected = ids.map((id) => keys[variantBucket(asked.keyChecksum, id)]);
        expect(ids.map((id) => evaluateVariant(asked, id, {}).variantKey)).toEqual(expected);
      }),
    );
  });

  it('are as many as a count over 100,000 random entities finds', () => {
    const given = distributions(33.34, 33.33, 20);
    const asked = compiled(given);
    const random = randomFrom(20_261_123);
    const counted = Array.from({ length: 100_000 }, () => {
      const id = wholeNumber(random, 0, Number.MAX_SAFE_INTEGER).toString(36);
      return evaluateVariant(asked, id, {}).variantKey;
    });
    for (const key of ['v0', 'v1', 'v2', '']) {
      const share = count(keysOf(given), key) / 10;
      // Five standard deviations of the count of a third are three quarters of a percentage point.
      expect(Math.abs(count(counted, key) / 1000 - share)).toBeLessThan(0.75);
    }
  });
});

describe('the answer where no distribution decides', () => {
  it('is the default', () => {
    expect(fallbackAnswer({ ...flag, defaultVariantKey: 'v1' })).toEqual({
      kind: 'variant',
      variantKey: 'v1',
      isDefault: true,
    });
  });

  it.each([undefined, 'gone'])('is nothing for the default %j', (defaultVariantKey) => {
    expect(fallbackAnswer({ ...flag, defaultVariantKey })).toEqual({ kind: 'nothing' });
  });

  it('of a boolean flag is false', () => {
    const isOn = aFlagState('f', { type: 'boolean', isEnabled: true });
    expect(fallbackAnswer(isOn)).toEqual({ kind: 'boolean', value: false });
  });
});

describe('the answers of thresholds', () => {
  it('are those of the evaluator, for any stack', () => {
    const stack = fc.array(fc.record({ type: fc.constant('threshold'), percent, value: fc.boolean() }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(stack, fc.boolean(), fc.string(), (rollouts, isEnabled, entityId) => {
        const answers = thresholdAnswers(rollouts, isEnabled, () => false);
        expect(answers[thresholdBucket(entityId, 'f')]).toBe(
          evaluateBoolean({ type: 'boolean', key: 'f', isEnabled, rollouts }, entityId, {}).isEnabled,
        );
      }),
    );
  });

  it('are interrupted by the segments that entities are in', () => {
    const toBeta = { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value: false } as const;
    const steps: readonly RolloutStep[] = [
      { type: 'threshold', percent: 20, value: true },
      toBeta,
      { type: 'threshold', percent: 50, value: true },
    ];
    const on = (answers: readonly boolean[]): number => answers.lastIndexOf(true) + 1;
    expect(on(thresholdAnswers(steps, false, (position) => position === 2))).toBe(20);
    expect(on(thresholdAnswers(steps, false, () => false))).toBe(50);
  });
});

it.each([
  [[], 0],
  [[33.34, 33.33, 33.33], 999],
  [[0.05, 33.3], 333],
  [[60, 60], 1200],
])('distributions of %j are assigned %d buckets', (percents, buckets) => {
  expect(assignedBuckets(percents)).toBe(buckets);
});
