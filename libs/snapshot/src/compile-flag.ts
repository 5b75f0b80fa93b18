import { crc32 } from '@pennon/domain';
import { compileDistributions } from './compile-distributions';
import { exact } from './exact';
import { unpackFlag } from './packed-flag';
import { type SegmentTable } from './segment-table';
import {
  type CompiledDistribution,
  type CompiledFlag,
  type CompiledRollout,
  type CompiledRule,
  type CompiledSelection,
  type CompiledVariant,
} from './compiled-flag';
import { type FlagDocument, type RolloutDocument } from './snapshot-document';

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
