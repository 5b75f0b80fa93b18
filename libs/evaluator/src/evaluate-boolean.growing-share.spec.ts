import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledFlag,
  type FlagDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { evaluateBoolean } from './evaluate-boolean';
import { evaluateVariant } from './evaluate-variant';

const percent = fc.float({ min: 0, max: 100, noNaN: true });
const twoPercents = fc
  .tuple(percent, percent)
  .map(([one, other]) => ({ smaller: Math.min(one, other), larger: Math.max(one, other) }));
const text = fc.string({ unit: 'binary' });
const often = { numRuns: runs(1000) };

const contents = { key: 'f', name: '', description: '', isEnabled: false, createdAt: 0, updatedAt: 0 };

describe('a growing share', () => {
  it('of a threshold keeps everybody it had', () => {
    fc.assert(
      fc.property(twoPercents, text, text, ({ smaller, larger }, flagKey, entityId) => {
        expect(isInThreshold(larger, flagKey, entityId) || !isInThreshold(smaller, flagKey, entityId)).toBe(
          true,
        );
      }),
      often,
    );
  });

  it('of the first distribution keeps everybody it had', () => {
    fc.assert(
      fc.property(twoPercents, text, text, ({ smaller, larger }, flagKey, entityId) => {
        expect(
          isInDistribution(larger, flagKey, entityId) || !isInDistribution(smaller, flagKey, entityId),
        ).toBe(true);
      }),
      often,
    );
  });
});

function isInThreshold(share: number, flagKey: string, entityId: string): boolean {
  const rollout = { id: 'o', rank: 1, step: { type: 'threshold', percent: share, value: true } } as const;
  const flag = compile({ ...contents, type: 'boolean', key: flagKey, variants: [], rollouts: [rollout] });
  return flag?.type === 'boolean' && evaluateBoolean(flag, entityId, {}).isEnabled;
}

function isInDistribution(share: number, flagKey: string, entityId: string): boolean {
  const variants = [{ id: 'v', key: 'orange', attachment: '' }];
  const distributions = [{ id: 'd', variantId: 'v', rolloutPercent: share }];
  const rule = { id: 'r', rank: 1, segmentKeys: ['all'], segmentOperator: 'or', distributions } as const;
  const flag = compile({
    ...contents,
    type: 'variant',
    key: flagKey,
    isEnabled: true,
    variants,
    rules: [rule],
  });
  return flag?.type === 'variant' && evaluateVariant(flag, entityId, {}).variantKey === 'orange';
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
