import {
  type CompiledDistribution,
  type CompiledRule,
  type CompiledSegment,
  type CompiledVariantFlag,
} from '@pennon/snapshot';
import { evaluateVariant, type VariantResult } from './evaluate-variant';

const everybody: CompiledSegment = { key: 'everybody', matchType: 'all', constraints: [] };
const nobody: CompiledSegment = {
  key: 'nobody',
  matchType: 'all',
  constraints: [{ kind: 'never', property: 'country' }],
};

const orange = { key: 'orange', attachment: '{"hex":"#f60"}' };
const blue = { key: 'blue', attachment: '' };

/** Bucket 0 and bucket 999 of the flag, see test/vectors. */
const firstEntity = 'seek-202';
const lastEntity = 'seek-354';

function rule(segment: CompiledSegment, ...distributions: readonly CompiledDistribution[]): CompiledRule {
  return { segments: [segment], segmentKeys: [segment.key], segmentOperator: 'or', distributions };
}

function flag(changes: Partial<CompiledVariantFlag>): CompiledVariantFlag {
  const nothing = { defaultVariant: undefined, rules: [] };
  return { type: 'variant', key: 'checkout-color', isEnabled: true, ...nothing, ...changes };
}

const hit = [rule(everybody, { bound: 1000, variant: orange })];
const miss = [rule(nobody, { bound: 1000, variant: orange })];
const withoutDistributions = [rule(everybody)];
const uncovered = [rule(everybody, { bound: 0, variant: orange })];

const nothing = { variantKey: '', attachment: '' };
const ofBlue = { variantKey: 'blue', attachment: '' };
const ofOrange = { variantKey: 'orange', attachment: '{"hex":"#f60"}' };
const ofSegment = { segmentKeys: ['everybody'] };
const ofNone = { segmentKeys: [] };

describe('evaluateVariant', () => {
  it.each<[situation: string, flag: Partial<CompiledVariantFlag>, result: VariantResult]>([
    [
      'disabled, no default variant',
      { isEnabled: false, rules: hit },
      { isMatch: false, reason: 'flag-disabled', ...nothing, ...ofNone },
    ],
    [
      'disabled, default variant',
      { isEnabled: false, rules: hit, defaultVariant: blue },
      { isMatch: false, reason: 'flag-disabled', ...ofBlue, ...ofNone },
    ],
    [
      'no rule hits, no default variant',
      { rules: miss },
      { isMatch: false, reason: 'unknown', ...nothing, ...ofNone },
    ],
    [
      'no rule hits, default variant',
      { rules: miss, defaultVariant: blue },
      { isMatch: false, reason: 'default', ...ofBlue, ...ofNone },
    ],
    [
      'rule hits, distribution chosen',
      { rules: hit, defaultVariant: blue },
      { isMatch: true, reason: 'match', ...ofOrange, ...ofSegment },
    ],
    [
      'rule hits, no live distribution, no default variant',
      { rules: withoutDistributions },
      { isMatch: true, reason: 'match', ...nothing, ...ofSegment },
    ],
    [
      'rule hits, no live distribution, default variant',
      { rules: withoutDistributions, defaultVariant: blue },
      { isMatch: true, reason: 'match', ...ofBlue, ...ofSegment },
    ],
    [
      'rule hits, bucket uncovered, no default variant',
      { rules: uncovered },
      { isMatch: false, reason: 'unknown', ...nothing, ...ofSegment },
    ],
    [
      'rule hits, bucket uncovered, default variant',
      { rules: uncovered, defaultVariant: blue },
      { isMatch: false, reason: 'default', ...ofBlue, ...ofSegment },
    ],
    ['no rules at all', {}, { isMatch: false, reason: 'unknown', ...nothing, ...ofNone }],
  ])('%s', (_situation, changes, result) => {
    expect(evaluateVariant(flag(changes), firstEntity, {})).toEqual(result);
  });

  it('tries no later rule once one has hit, even when its buckets do not cover the entity', () => {
    expect(evaluateVariant(flag({ rules: [...uncovered, ...hit] }), firstEntity, {}).isMatch).toBe(false);
    expect(evaluateVariant(flag({ rules: [...miss, ...hit] }), firstEntity, {}).isMatch).toBe(true);
  });

  it('gives a bucket to the first distribution that ends past it', () => {
    const rules = [rule(everybody, { bound: 999, variant: orange }, { bound: 1000, variant: blue })];
    expect(evaluateVariant(flag({ rules }), firstEntity, {}).variantKey).toBe('orange');
    expect(evaluateVariant(flag({ rules }), lastEntity, {}).variantKey).toBe('blue');
  });

  it('evaluates the empty entity id', () => {
    expect(evaluateVariant(flag({ rules: hit }), '', {})).toMatchObject({ isMatch: true });
  });
});
