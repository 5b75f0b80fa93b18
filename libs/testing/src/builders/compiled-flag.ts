import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledFlag,
  type FlagDocument,
} from '@pennon/snapshot';
import { type FlagState, isOff, type SegmentState } from '@pennon/state';

/**
 * The flag as the evaluator has it, with keys for ids. One that is off is not enabled, and nothing of it is asked.
 *
 * @param segments All of its namespace.
 */
export function compiledFlag(flag: FlagState, segments: Iterable<SegmentState>): CompiledFlag {
  const asked = isOff(flag.off) ? { ...flag, isEnabled: false, rules: [], rollouts: [] } : flag;
  const { flags } = compileSnapshot({
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'default',
    revision: 1,
    segments: [...segments].map(({ key, matchType, constraints }) => ({
      key,
      matchType,
      constraints: constraints.map((each) => ({ id: 'c', ...each })),
    })),
    flags: [documentOf(asked)],
  });
  const compiled = flags.get(flag.key);
  if (compiled === undefined) throw new Error('a flag compiles to a flag');
  return compiled;
}

function documentOf(flag: FlagState): FlagDocument {
  const { key, isEnabled, defaultVariantKey: defaultVariantId } = flag;
  const own = { key, name: '', description: '', isEnabled, createdAt: 0, updatedAt: 0 };
  const variants = flag.variants.map((variant) => ({ id: variant.key, key: variant.key, attachment: '' }));
  const rollouts = flag.rollouts.map(({ step }, index) => ({ id: `o${index}`, rank: index + 1, step }));
  const rules = flag.rules.map(({ distributions, ...selected }, index) => ({
    id: `r${index}`,
    rank: index + 1,
    ...selected,
    distributions: distributions.map(({ variantKey, rolloutPercent }) => ({
      id: variantKey,
      variantId: variantKey,
      rolloutPercent,
    })),
  }));
  return flag.type === 'boolean'
    ? { type: 'boolean', ...own, variants, rollouts }
    : { type: 'variant', ...own, variants, defaultVariantId, rules };
}
