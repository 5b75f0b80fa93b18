import { crc32, thresholdBucket, variantBucket } from '@pennon/domain';
import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledVariantFlag,
  type FlagDocument,
  type Snapshot,
} from '@pennon/snapshot';
import vectors from '../../../test/conformance/vectors/bucketing-vectors.json';
import { evaluateBoolean } from './evaluate-boolean';
import { evaluateVariant } from './evaluate-variant';
import { explainBoolean } from './explain-boolean';
import { explainVariant } from './explain-variant';

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
      expect(variantBucket(crc32(flagKey), entityId)).toBe(bucket);
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
    expect(boundsOf(variantFlagIn(withShares('any', [{ variantKey: 'a', rollout }])))).toEqual([width]);
  });
});

describe.each(distributionResults.sets)('the distributions $name', (set) => {
  const snapshot = withShares(set.flagKey, set.distributions);
  const flag = variantFlagIn(snapshot);

  it('have the bounds of the vectors', () => {
    expect(boundsOf(flag)).toEqual(set.cumulativeUpperBounds);
  });

  it.each(set.cases)('give bucket $bucket the variant "$variantKey"', ({ entityId, match, variantKey }) => {
    expect(evaluateVariant(flag, entityId, {})).toMatchObject({ isMatch: match, variantKey });
  });

  it.each(set.cases)('are explained for bucket $bucket', ({ entityId, bucket, match, variantKey }) => {
    const { result, rules, ending } = explainVariant(flag, entityId, {}, snapshot.document);
    expect(result).toMatchObject({ isMatch: match, variantKey });
    const [split] = rules.map((rule) => rule.split);
    const bounds = set.cumulativeUpperBounds.map((bound) => Math.min(bound, 1000));
    const hash = { input: set.flagKey + entityId, bucket, bucketCount: 1000 };
    expect(split?.hash).toEqual(bounds.length === 0 ? undefined : hash);
    expect(split?.shares.map(({ to }) => to) ?? []).toEqual(bounds);
    const chosen = split?.shares.find(({ isChosen }) => isChosen);
    expect(chosen?.variantKey ?? '').toBe(variantKey);
    expect(ending).toBe(split === undefined ? 'no-shares' : match ? 'share' : 'uncovered');
  });
});

describe('a threshold', () => {
  it.each(booleanThresholds.vectors)(
    'of $percentage percent includes value $value: $matches',
    ({ flagKey, entityId, value, percentage, matches }) => {
      const step = { type: 'threshold', percent: percentage, value: true } as const;
      const rollouts = [{ id: 'o1', rank: 1, step }];
      const boolean = { ...contents, type: 'boolean', key: flagKey, isEnabled: false, rollouts } as const;
      const { document, flags } = compile(boolean);
      const flag = flags.get(flagKey);
      if (flag?.type !== 'boolean') throw new Error('a boolean flag compiles to a boolean flag');
      expect(evaluateBoolean(flag, entityId, {}).isEnabled).toBe(matches);
      expect(explainBoolean(flag, entityId, {}, document)).toMatchObject({
        rollouts: [{ outcome: matches ? 'matched' : 'not-matched', hash: { bucket: value } }],
        ending: matches ? 'threshold' : 'no-step',
        result: { isEnabled: matches },
      });
    },
  );
});

function boundsOf(flag: CompiledVariantFlag): readonly number[] {
  return flag.rules.flatMap(({ distributions }) => distributions.map(({ bound }) => bound));
}

/** A variant flag with one rule for everybody. */
function withShares(
  key: string,
  shares: readonly { readonly variantKey: string; readonly rollout: number }[],
): Snapshot {
  const variants = shares.map(({ variantKey }) => ({ id: variantKey, key: variantKey, attachment: '' }));
  const distributions = shares.map(({ variantKey, rollout }) => ({
    id: variantKey,
    variantId: variantKey,
    rolloutPercent: rollout,
  }));
  const rule = { id: 'r1', rank: 1, segmentKeys: ['all'], segmentOperator: 'or', distributions } as const;
  return compile({ ...contents, type: 'variant', key, variants, rules: [rule] });
}

function variantFlagIn({ flags }: Snapshot): CompiledVariantFlag {
  const [compiled] = flags.values();
  if (compiled?.type !== 'variant') throw new Error('a variant flag compiles to a variant flag');
  return compiled;
}

function compile(flag: FlagDocument): Snapshot {
  const segments = [{ key: 'all', matchType: 'all', constraints: [] }] as const;
  const namespace = { namespaceKey: 'default', revision: 1 };
  return compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    ...namespace,
    segments,
    flags: [flag],
  });
}
