import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledFlag,
  type CompiledVariantFlag,
  type FlagDocument,
} from '@pennon/snapshot';
import vectors from '../../../test/vectors/bucketing-vectors.json';
import { thresholdBucket, variantBucket } from './bucket';
import { crc32 } from './crc32';
import { evaluateBoolean } from './evaluate-boolean';
import { evaluateVariant } from './evaluate-variant';

const contents = { name: '', description: '', isEnabled: true, createdAt: 0, updatedAt: 0, variants: [] };

const { crc32: checksums, distributionResults, distributionWidths, booleanThresholds } = vectors;

describe('CRC-32', () => {
  it.each(checksums.check)('of $input is $crc32', ({ input, crc32: expected }) => {
    expect(crc32(input)).toBe(expected);
  });
});

describe('the bucket of a variant flag', () => {
  it.each([...vectors.variantBuckets.vectors, ...vectors.variantBucketBoundaries.vectors])(
    'for $hashInput is $bucket',
    ({ flagKey, entityId, hashInput, crc32: expected, bucket }) => {
      expect(crc32(hashInput)).toBe(expected);
      expect(variantBucket(flagKey, entityId)).toBe(bucket);
    },
  );
});

describe('the bucket of a boolean flag', () => {
  it.each([...vectors.booleanValues.vectors, ...vectors.booleanValueBoundaries.vectors])(
    'for $hashInput is $value',
    ({ flagKey, entityId, hashInput, crc32: expected, value }) => {
      expect(crc32(hashInput)).toBe(expected);
      expect(thresholdBucket(entityId, flagKey)).toBe(value);
    },
  );
});

describe('the width of a distribution', () => {
  it.each(distributionWidths.vectors)('of $rollout percent is $width buckets', ({ rollout, width }) => {
    expect(boundsOf(flagWith('any', [{ variantKey: 'a', rollout }]))).toEqual([width]);
  });
});

describe.each(distributionResults.sets)('the distributions $name', (set) => {
  const flag = flagWith(set.flagKey, set.distributions);

  it('have the bounds of the vectors', () => {
    expect(boundsOf(flag)).toEqual(set.cumulativeUpperBounds);
  });

  it.each(set.cases)('give bucket $bucket the variant "$variantKey"', ({ entityId, match, variantKey }) => {
    expect(evaluateVariant(flag, entityId, {})).toMatchObject({ isMatch: match, variantKey });
  });
});

describe('a threshold', () => {
  it.each(booleanThresholds.vectors)(
    'of $percentage percent includes value $value: $matches',
    ({ flagKey, entityId, percentage, matches }) => {
      const step = { type: 'threshold', percent: percentage, value: true } as const;
      const rollouts = [{ id: 'o1', rank: 1, step }];
      const flag = compile({ ...contents, type: 'boolean', key: flagKey, isEnabled: false, rollouts });
      expect(flag?.type === 'boolean' && evaluateBoolean(flag, entityId, {}).isEnabled).toBe(matches);
    },
  );
});

function boundsOf(flag: CompiledVariantFlag): readonly number[] {
  return flag.rules.flatMap(({ distributions }) => distributions.map(({ bound }) => bound));
}

/** A variant flag with one rule for everybody. */
function flagWith(
  key: string,
  shares: readonly { readonly variantKey: string; readonly rollout: number }[],
): CompiledVariantFlag {
  const variants = shares.map(({ variantKey }) => ({ id: variantKey, key: variantKey, attachment: '' }));
  const distributions = shares.map(({ variantKey, rollout }) => ({
    id: variantKey,
    variantId: variantKey,
    rolloutPercent: rollout,
  }));
  const rule = { id: 'r1', rank: 1, segmentKeys: ['all'], segmentOperator: 'or', distributions } as const;
  const compiled = compile({ ...contents, type: 'variant', key, variants, rules: [rule] });
  if (compiled?.type !== 'variant') throw new Error('a variant flag compiles to a variant flag');
  return compiled;
}

function compile(flag: FlagDocument): CompiledFlag | undefined {
  const segments = [{ key: 'all', matchType: 'all', constraints: [] }] as const;
  const namespace = { namespaceKey: 'default', revision: 1 };
  const snapshot = compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    ...namespace,
    segments,
    flags: [flag],
  });
  return snapshot.flags.get(flag.key);
}
