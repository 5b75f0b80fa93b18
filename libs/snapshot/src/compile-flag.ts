import { bucketWidth, crc32 } from '@pennon/domain';
import type {
  CompiledDistribution,
  CompiledFlag,
  CompiledRollout,
  CompiledRule,
  CompiledSelection,
  CompiledVariant,
} from './compiled/compiled-flag';
import type { DistributionDocument, FlagDocument, RolloutDocument } from './document/snapshot-document';
import { exact } from './memory/exact';
import { unpackFlag } from './memory/packed-flag';
import type { SegmentTable } from './memory/segment-table';

/**
 * The live distributions of a rule with the bounds of their buckets, in the order given.
 *
 * Live is what has a rollout above 0, even when it is too small for a single bucket; one whose variant is not among
 * `variants` is left out.
 *
 * @param before The same list of the rule before, which is answered if this one is equal: the rules of a flag often
 *   differ in nothing but their segments.
 */
export function compileDistributions(
  distributions: readonly DistributionDocument[],
  variants: Pick<ReadonlyMap<string, CompiledVariant>, 'get'>,
  before: readonly CompiledDistribution[] = [],
): readonly CompiledDistribution[] {
  const compiled: CompiledDistribution[] = [];
  let bound = 0;
  for (const { variantId, rolloutPercent } of distributions) {
    const variant = variants.get(variantId);
    if (variant === undefined || !(rolloutPercent > 0)) continue;
    bound += bucketWidth(rolloutPercent);
    compiled.push({ bound, variant });
  }
  return isSame(compiled, before) ? before : exact(compiled);
}

function isSame(left: readonly CompiledDistribution[], right: readonly CompiledDistribution[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ bound, variant }, index) => {
      const other = right[index];
      return other?.bound === bound && other.variant === variant;
    })
  );
}

/** Variants by their ids. */
export type VariantLookup = Pick<ReadonlyMap<string, CompiledVariant>, 'get'>;

/** Compiles a flag. @param others Finds variants of all flags of the namespace. */
export function compileFlag(kept: FlagDocument, segments: SegmentTable, others: VariantLookup): CompiledFlag {
  const flag = unpackFlag(kept);
  const { key, isEnabled, metadata } = flag;
  if (flag.type === 'boolean') {
    const rollouts = exact(flag.rollouts.flatMap((rollout) => compileRollout(rollout, segments)));
    return { type: 'boolean', key, isEnabled, metadata, rollouts, results: undefined, notes: undefined };
  }
  const { variants, defaultVariantId } = flag;
  const own = (wanted: string): CompiledVariant | undefined => variants.find(({ id }) => id === wanted);
  // Nearly all variants are the flag's own, which spares looking among those of the whole namespace.
  const lookup = { get: (id: string) => own(id) ?? others.get(id) };
  const defaultVariant = defaultVariantId === undefined ? undefined : own(defaultVariantId);
  const rules: CompiledRule[] = [];
  for (const rule of flag.rules) {
    // Without any segment that is there, a rule takes no part.
    for (const selection of segments.select(rule)) {
      const distributions = compileDistributions(rule.distributions, lookup, rules.at(-1)?.distributions);
      rules.push(ruleOf(selection, distributions));
    }
  }
  // Signed, as the numbers that V8 keeps without a box of their own are.
  const keyChecksum = crc32(key) | 0;
  return {
    type: 'variant',
    key,
    isEnabled,
    metadata,
    defaultVariant,
    keyChecksum,
    rules: exact(rules),
    results: undefined,
    notes: undefined,
  };
}

/**
 * Member by member, as the rollouts are: an object made by spreading another has a hidden class of its own, which is
 * more memory than the object and makes every look at a member of a rule a search.
 */
function ruleOf(
  { segments, segmentKeys, segmentOperator }: CompiledSelection,
  distributions: readonly CompiledDistribution[],
): CompiledRule {
  return { segments, segmentKeys, segmentOperator, distributions, results: undefined };
}

/** One rollout, or none when it looks at segments and none of them is there. */
function compileRollout({ step }: RolloutDocument, segments: SegmentTable): CompiledRollout[] {
  const { value } = step;
  if (step.type === 'threshold')
    return [{ type: 'threshold', percent: Math.fround(step.percent), value, results: undefined }];
  return segments.select(step).map((selection) => ({
    type: 'segment',
    segments: selection.segments,
    segmentKeys: selection.segmentKeys,
    segmentOperator: selection.segmentOperator,
    value,
    results: undefined,
  }));
}
