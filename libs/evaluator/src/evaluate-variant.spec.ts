import { crc32, variantBucket } from '@pennon/domain';
import {
  CompiledSegment,
  type CompiledDistribution,
  type CompiledRule,
  type CompiledVariantFlag,
  type VariantResult,
} from '@pennon/snapshot';
import { evaluateVariant } from './evaluate-variant';

const everybody = new CompiledSegment('everybody', 'all', []);
const nobody = new CompiledSegment('nobody', 'all', [{ kind: 'never', property: 'country' }]);

const orange = { key: 'orange', attachment: '{"hex":"#f60"}' };
const blue = { key: 'blue', attachment: '' };

/** Bucket 0 and bucket 999 of the flag, see test/conformance/vectors. */
const firstEntity = 'seek-202';
const lastEntity = 'seek-354';

function rule(segment: CompiledSegment, ...distributions: readonly CompiledDistribution[]): CompiledRule {
  return { segments: [segment], segmentKeys: [segment.key], segmentOperator: 'or', distributions };
}

function flag(changes: Partial<CompiledVariantFlag>): CompiledVariantFlag {
  const nothing = { defaultVariant: undefined, rules: [] };
  const key = 'checkout-color';
  return { type: 'variant', key, keyChecksum: crc32(key), isEnabled: true, ...nothing, ...changes };
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
  it.each<[situation: string, flag: Partial<CompiledVariantFlag>, result: Partial<VariantResult>]>([
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
      { isMatch: false, reason: 'unknown', basis: 'split', ...nothing, ...ofSegment },
    ],
    [
      'rule hits, bucket uncovered, default variant',
      { rules: uncovered, defaultVariant: blue },
      { isMatch: false, reason: 'default', basis: 'split', ...ofBlue, ...ofSegment },
    ],
    ['no rules at all', {}, { isMatch: false, reason: 'unknown', basis: 'nothing', ...nothing, ...ofNone }],
  ])('%s', (_situation, changes, result) => {
    const expected = { type: 'variant', flagKey: 'checkout-color', basis: 'properties', ...result };
    expect(evaluateVariant(flag(changes), firstEntity, {})).toEqual(expected);
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

  it('tells a rule that shares entities out from one that has a single variant for all', () => {
    const shares = [rule(everybody, { bound: 500, variant: orange }, { bound: 1000, variant: blue })];
    expect(evaluateVariant(flag({ rules: shares }), firstEntity, {})).toMatchObject({ basis: 'split' });
    expect(evaluateVariant(flag({ rules: hit }), firstEntity, {})).toMatchObject({ basis: 'properties' });
  });

  it('tells the metadata of the flag', () => {
    const metadata = { owner: 'payments' };
    expect(evaluateVariant(flag({ metadata }), firstEntity, {})).toMatchObject({ metadata });
  });

  it('gives the same result to all whom the same decides', () => {
    const both = [rule(everybody, { bound: 999, variant: orange }, { bound: 1000, variant: blue })];
    const compiled = flag({ rules: both });
    const [first, last] = [firstEntity, lastEntity].map((entityId) =>
      evaluateVariant(compiled, entityId, {}),
    );
    expect(first).not.toEqual(last);
    expect(evaluateVariant(compiled, firstEntity, { other: 'context' })).toBe(first);
    expect(evaluateVariant(compiled, lastEntity, {})).toBe(last);
    const none = flag({ rules: miss });
    expect(evaluateVariant(none, lastEntity, {})).toBe(evaluateVariant(none, firstEntity, {}));
  });

  it('gives the same result by whichever way the same segments of several matched', () => {
    const segments = [everybody, nobody, new CompiledSegment('all', 'any', [])];
    const segmentKeys = segments.map(({ key }) => key);
    const distributions = [{ bound: 1000, variant: orange }];
    const compiled = flag({ rules: [{ segments, segmentKeys, segmentOperator: 'or', distributions }] });
    const result = evaluateVariant(compiled, firstEntity, {});
    expect(result.segmentKeys).toEqual(['everybody', 'all']);
    expect(evaluateVariant(compiled, lastEntity, {})).toBe(result);
  });

  it('keeps so many results of one rule, and answers the others all the same', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `v${index}`);
    const shares = keys.map((key, index) => ({ bound: 50 * (index + 1), variant: { key, attachment: '' } }));
    const compiled = flag({ rules: [rule(everybody, ...shares)] });
    const entityIds = Array.from({ length: 1000 }, (_, index) => `entity-${index}`);
    for (const entityId of entityIds) {
      const result = evaluateVariant(compiled, entityId, {});
      const bucket = variantBucket(compiled.keyChecksum, entityId);
      expect(result.variantKey).toBe(keys[Math.floor(bucket / 50)]);
    }
  });

  it('tells apart variants of the same key, which those of other flags may have', () => {
    const rules = [
      rule(
        everybody,
        { bound: 999, variant: orange },
        { bound: 1000, variant: { ...orange, attachment: '' } },
      ),
    ];
    const compiled = flag({ rules });
    expect(evaluateVariant(compiled, firstEntity, {}).attachment).toBe('{"hex":"#f60"}');
    expect(evaluateVariant(compiled, lastEntity, {}).attachment).toBe('');
  });

  it('evaluates the empty entity id', () => {
    expect(evaluateVariant(flag({ rules: hit }), '', {})).toMatchObject({ isMatch: true });
  });
});
