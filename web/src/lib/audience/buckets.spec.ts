import { variantBucket } from '@pennon/domain';
import fc from 'fast-check';
import { evaluateVariant } from '@pennon/evaluator';
import { compileSnapshot } from '@pennon/snapshot';
import { randomFrom, wholeNumber } from '../../../../test/support/random';
import { bucketOwners, effectivePercentage, effectiveShare, type Share } from './buckets';
import { impactOf } from './impact';

const shares = (...rollouts: readonly number[]): readonly Share[] =>
  rollouts.map((rollout, index) => ({ variantId: `v${index}`, rollout }));

const ENTITIES = 100_000;

/** Random ids, the same on every run. */
function randomIds(): readonly string[] {
  const random = randomFrom(20_261_123);
  return Array.from({ length: ENTITIES }, () => wholeNumber(random, 0, Number.MAX_SAFE_INTEGER).toString(36));
}

const count = (owners: readonly (string | undefined)[], wanted: string | undefined): number =>
  owners.filter((owner) => owner === wanted).length;

const arbitraryShares = fc
  .array(fc.float({ min: 0, max: 100, noNaN: true }), { maxLength: 6 })
  .map((rollouts) => shares(...rollouts));

describe('bucketOwners', () => {
  test('a stored 33.34/33.33/33.33 rule leaves 0.1 % without a variant', () => {
    const owners = bucketOwners(shares(33.34, 33.33, 33.33));
    expect([count(owners, undefined), count(owners, 'v0'), owners[999]]).toEqual([1, 333, undefined]);
  });

  test('shares above 100 % are cut at the last bucket', () => {
    const owners = bucketOwners(shares(60, 60));
    expect([owners.length, count(owners, 'v0'), count(owners, 'v1')]).toEqual([1000, 600, 400]);
  });

  test('a share below 0.1 % owns nothing', () => {
    expect(count(bucketOwners(shares(0.05)), undefined)).toBe(1000);
  });

  test('the owner of a bucket is what the evaluator answers, for any shares', () => {
    fc.assert(
      fc.property(arbitraryShares, fc.array(fc.string(), { minLength: 50, maxLength: 50 }), (given, ids) => {
        // A rule without positive shares matches with the default variant: it has no buckets.
        fc.pre(given.some(({ rollout }) => rollout > 0));
        const flag = compiledFlag(given);
        const owners = bucketOwners(given);
        for (const id of ids) {
          expect(evaluateVariant(flag, id, {}).variantKey).toBe(
            owners[variantBucket(flag.keyChecksum, id)] ?? '',
          );
        }
      }),
    );
  });

  test('bars and impact match a brute-force count over 100,000 random entity ids', () => {
    const before = shares(50, 30.5);
    const after = shares(60, 20);
    const flags = [compiledFlag(before), compiledFlag(after)];
    const counted = new Map<string, number>();
    for (const id of randomIds()) {
      const [from, to] = flags.map((flag) => evaluateVariant(flag, id, {}).variantKey);
      if (from !== to) counted.set(`${from} → ${to}`, (counted.get(`${from} → ${to}`) ?? 0) + 1);
    }
    const impact = impactOf(bucketOwners(before), bucketOwners(after));
    const expected = impact.moves.map(
      ({ from, to, share }) => [`${from ?? ''} → ${to ?? ''}`, share] as const,
    );
    expect([...counted.keys()].toSorted()).toEqual(expected.map(([move]) => move).toSorted());
    for (const [move, share] of expected) {
      // Five standard deviations of the count of a share of 10 % are half a percentage point.
      expect(Math.abs(((counted.get(move) ?? 0) * 100) / ENTITIES - share)).toBeLessThan(0.5);
    }
  });

  test('the shares of a bar match such a count, and so does the gap of rounding', () => {
    const given = shares(33.34, 33.33, 20);
    const flag = compiledFlag(given);
    const counted = new Map<string, number>();
    for (const id of randomIds()) {
      const { variantKey } = evaluateVariant(flag, id, {});
      counted.set(variantKey, (counted.get(variantKey) ?? 0) + 1);
    }
    const owners = bucketOwners(given);
    for (const variantId of ['v0', 'v1', 'v2', undefined]) {
      const share = count(owners, variantId) / 10;
      // Five standard deviations of the count of a third are three quarters of a percentage point.
      expect(Math.abs(((counted.get(variantId ?? '') ?? 0) * 100) / ENTITIES - share)).toBeLessThan(0.75);
    }
  });
});

test.each([
  [50, 50],
  [33.3, 33.3],
  [33.34, 33.3],
  [0.05, 0],
  [100, 100],
])('the effective share of %d is %d', (stored, effective) => {
  expect(effectiveShare(stored)).toBe(effective);
});

test.each([
  [33.5, 34],
  [0, 0],
  [0.01, 1],
  [25, 25],
  [100, 100],
])('a threshold of %d acts as %d %%', (stored, effective) => {
  expect(effectivePercentage(stored)).toBe(effective);
});

/** A flag with one rule for everyone and these shares. */
function compiledFlag(given: readonly Share[]): Parameters<typeof evaluateVariant>[0] {
  const instant = 0;
  const snapshot = compileSnapshot({
    formatVersion: 2,
    namespaceKey: 'default',
    revision: 1,
    segments: [{ key: 'everyone', matchType: 'all', constraints: [] }],
    flags: [
      {
        type: 'variant',
        key: 'f',
        name: '',
        description: '',
        isEnabled: true,
        createdAt: instant,
        updatedAt: instant,
        variants: given.map(({ variantId }) => ({ id: variantId, key: variantId, attachment: '' })),
        rules: [
          {
            id: 'r',
            rank: 1,
            segmentKeys: ['everyone'],
            segmentOperator: 'or',
            distributions: given.map(({ variantId, rollout }) => ({
              id: variantId,
              variantId,
              rolloutPercent: rollout,
            })),
          },
        ],
      },
    ],
  });
  const flag = snapshot.flags.get('f');
  if (flag?.type !== 'variant') throw new Error('the flag is a variant flag');
  return flag;
}
