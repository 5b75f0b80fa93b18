import {
  type Flag,
  groupBy,
  inPieces,
  type Namespace,
  type NamespaceContents,
  type NamespaceParts,
  type Rollout,
  type RuleWithDistributions,
  type SegmentWithConstraints,
  type Variant,
} from '@pennon/domain';

/**
 * All rows of one namespace, read at one revision: one list per noun, nothing joined.
 *
 * Flags, segments, variants, constraints and distributions come in creation order, rules and rollouts by rank.
 */
export interface NamedContents extends NamespaceContents {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
}

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
    distributions: rowsOf(distributions, rule.id),
  }));
  const rules = groupBy(withDistributions, ({ flagKey }) => flagKey);
  const constraints = groupBy(rows.constraints, ({ segmentKey }) => segmentKey);
  return {
    flags: rows.flags.map((flag) => ({
      ...flag,
      variants: rowsOf(variants, flag.key),
      rules: rowsOf(rules, flag.key),
      rollouts: rowsOf(rollouts, flag.key),
    })),
    segments: rows.segments.map((segment) => ({ ...segment, constraints: rowsOf(constraints, segment.key) })),
  };
}

/** Keys of a flag's variants by their ids. */
export function variantKeysOf({ variants }: StoredFlag): ReadonlyMap<string, string> {
  return new Map(variants.map(({ id, key }) => [id, key]));
}

function rowsOf<T>(groups: ReadonlyMap<string, readonly T[]>, key: string): readonly T[] {
  return groups.get(key) ?? [];
}

/** What there is in a namespace before its rows are read, with keys in creation order. */
export interface NamespaceOutline {
  readonly namespace: Pick<Namespace, 'key' | 'name' | 'description'>;
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

/** How many flags, or segments, are looked at in one go: a few milliseconds of work, and a megabyte or two. */
export const AT_ONCE = 100;

const noKeys: ReadonlySet<string> = new Set();

/** Some flags of a namespace, and no segments. */
export function onlyFlags(flagKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: new Set(flagKeys), segmentKeys: noKeys };
}

/** Some segments of a namespace, and no flags. */
export function onlySegments(segmentKeys: Iterable<string>): NamespaceParts {
  return { flagKeys: noKeys, segmentKeys: new Set(segmentKeys) };
}

/** All of a namespace, in pieces: segments and flags in creation order. */
export function* partsOf({
  flagKeys,
  segmentKeys,
}: Omit<NamespaceOutline, 'namespace'>): Generator<NamespaceParts> {
  for (const keys of inPieces(segmentKeys, AT_ONCE)) yield onlySegments(keys);
  for (const keys of inPieces(flagKeys, AT_ONCE)) yield onlyFlags(keys);
}
