import { compileDistributions } from './compile-distributions';
import { unpackFlag } from './packed-flag';
import { type SegmentTable } from './segment-table';
import {
  type CompiledFlag,
  type CompiledRollout,
  type CompiledRule,
  type CompiledVariant,
} from './compiled-flag';
import { type FlagDocument, type RolloutDocument, type RuleDocument } from './snapshot-document';

/** Variants by their ids. */
export type VariantLookup = Pick<ReadonlyMap<string, CompiledVariant>, 'get'>;

/** Compiles a flag. @param others Finds variants of all flags of the namespace. */
export function compileFlag(kept: FlagDocument, segments: SegmentTable, others: VariantLookup): CompiledFlag {
  const flag = unpackFlag(kept);
  const { key, isEnabled } = flag;
  if (flag.type === 'boolean') {
    const rollouts = flag.rollouts.flatMap((rollout) => compileRollout(rollout, segments));
    return { type: 'boolean', key, isEnabled, rollouts };
  }
  const { variants, defaultVariantId } = flag;
  const own = (wanted: string): CompiledVariant | undefined => variants.find(({ id }) => id === wanted);
  // Nearly all variants are the flag's own, which spares looking among those of the whole namespace.
  const lookup = { get: (id: string) => own(id) ?? others.get(id) };
  const defaultVariant = defaultVariantId === undefined ? undefined : own(defaultVariantId);
  const rules = flag.rules.flatMap((rule) => compileRule(rule, segments, lookup));
  return { type: 'variant', key, isEnabled, defaultVariant, rules };
}

/** One rule, or none when none of its segments is there: then it takes no part. */
function compileRule(rule: RuleDocument, segments: SegmentTable, variants: VariantLookup): CompiledRule[] {
  return segments.select(rule).map((selection) => ({
    ...selection,
    distributions: compileDistributions(rule.distributions, variants),
  }));
}

/** One rollout, or none when it looks at segments and none of them is there. */
function compileRollout({ step }: RolloutDocument, segments: SegmentTable): CompiledRollout[] {
  if (step.type === 'threshold') {
    return [{ type: 'threshold', percent: Math.fround(step.percent), value: step.value }];
  }
  return segments.select(step).map((selection) => ({ type: 'segment', ...selection, value: step.value }));
}
