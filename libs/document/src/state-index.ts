import {
  groupBy,
  type Flag,
  type NamespaceContents,
  type Rollout,
  type RuleWithDistributions,
  type SegmentWithConstraints,
  type Variant,
} from '@pennon/domain';

/** A flag with everything that belongs to it. */
export interface StoredFlag extends Flag {
  readonly variants: readonly Variant[];
  readonly rules: readonly RuleWithDistributions[];
  readonly rollouts: readonly Rollout[];
}

/** Rows of a namespace, each with what belongs to it, in the order of the rows. */
export interface StateIndex {
  readonly flags: readonly StoredFlag[];
  readonly segments: readonly SegmentWithConstraints[];
}

/** Joins rows of a namespace. Linear in their number. */
export function indexState(rows: NamespaceContents): StateIndex {
  const variants = groupBy(rows.variants, ({ flagKey }) => flagKey);
  const rollouts = groupBy(rows.rollouts, ({ flagKey }) => flagKey);
  const distributions = groupBy(rows.distributions, ({ ruleId }) => ruleId);
  const withDistributions = rows.rules.map((rule) => ({
    ...rule,
    distributions: of(distributions, rule.id),
  }));
  const rules = groupBy(withDistributions, ({ flagKey }) => flagKey);
  const constraints = groupBy(rows.constraints, ({ segmentKey }) => segmentKey);
  return {
    flags: rows.flags.map((flag) => ({
      ...flag,
      variants: of(variants, flag.key),
      rules: of(rules, flag.key),
      rollouts: of(rollouts, flag.key),
    })),
    segments: rows.segments.map((segment) => ({ ...segment, constraints: of(constraints, segment.key) })),
  };
}

/** Keys of a flag's variants by their ids. */
export function variantKeysOf({ variants }: StoredFlag): ReadonlyMap<string, string> {
  return new Map(variants.map(({ id, key }) => [id, key]));
}

function of<T>(groups: ReadonlyMap<string, readonly T[]>, key: string): readonly T[] {
  return groups.get(key) ?? [];
}
