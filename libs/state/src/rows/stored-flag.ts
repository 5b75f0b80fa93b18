import {
  groupBy,
  type Flag,
  type Instant,
  type NamespaceContents,
  type Rollout,
  type RuleWithDistributions,
  type SegmentWithConstraints,
  type Variant,
} from '@pennon/domain';

/**
 * A flag as it lies in the tables: its rows with their ids, ranks and moments, and what a {@link FlagState} has no
 * words for. Rules and rollouts come by rank, all else in creation order.
 */
export interface StoredFlag extends Flag {
  readonly variants: readonly Variant[];
  readonly rules: readonly RuleWithDistributions[];
  readonly rollouts: readonly Rollout[];
}

/** A segment with its constraints. */
export type StoredSegment = SegmentWithConstraints;

/** The flags and segments of a namespace, each with what belongs to it, in the order of their rows. */
export interface StoredSubjects {
  readonly flags: readonly StoredFlag[];
  readonly segments: readonly StoredSegment[];
}

/** Groups rows of a namespace by what they belong to. Linear in their number. */
export function grouped(rows: NamespaceContents): StoredSubjects {
  const variants = groupBy(rows.variants, ({ flagKey }) => flagKey);
  const rollouts = groupBy(rows.rollouts, ({ flagKey }) => flagKey);
  const distributions = groupBy(rows.distributions, ({ ruleId }) => ruleId);
  const withDistributions = rows.rules.map((rule) => ({
    ...rule,
    ...{ distributions: rowsOf(distributions, rule.id) },
  }));
  const rules = groupBy(withDistributions, ({ flagKey }) => flagKey);
  const constraints = groupBy(rows.constraints, ({ segmentKey }) => segmentKey);
  return {
    flags: rows.flags.map((flag) => ({
      ...flag,
      ...{
        variants: rowsOf(variants, flag.key),
        rules: rowsOf(rules, flag.key),
        rollouts: rowsOf(rollouts, flag.key),
      },
    })),
    segments: rows.segments.map((segment) => ({ ...segment, constraints: rowsOf(constraints, segment.key) })),
  };
}

/** The rows of flags and segments: what {@link grouped} was given. */
export function ungrouped({ flags, segments }: StoredSubjects): NamespaceContents {
  const rules = flags.flatMap((flag) => flag.rules);
  return {
    flags,
    segments,
    variants: flags.flatMap(({ variants }) => variants),
    rules,
    distributions: rules.flatMap(({ distributions }) => distributions),
    rollouts: flags.flatMap(({ rollouts }) => rollouts),
    constraints: segments.flatMap(({ constraints }) => constraints),
  };
}

/** Rows in the order in which they are read: rules and rollouts by rank, all else by creation. */
export function inReadingOrder({ flags, segments, ...rows }: NamespaceContents): NamespaceContents {
  return {
    flags,
    segments,
    variants: rows.variants.toSorted(compareCreation),
    rules: rows.rules.toSorted(compareRanks),
    distributions: rows.distributions.toSorted(compareCreation),
    rollouts: rows.rollouts.toSorted(compareRanks),
    constraints: rows.constraints.toSorted(compareCreation),
  };
}

/** What decides where a row is read. */
interface Made {
  readonly id: string;
  readonly createdAt: Instant;
}

/** A clock may have been set back since the row before was made. */
function compareCreation(one: Made, other: Made): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}

function compareRanks(
  one: Made & { readonly rank: number },
  other: Made & { readonly rank: number },
): number {
  return one.rank - other.rank || compareCreation(one, other);
}

/** Keys of a flag's variants by their ids. */
export function variantKeysOf({ variants }: StoredFlag): ReadonlyMap<string, string> {
  return new Map(variants.map(({ id, key }) => [id, key]));
}

function rowsOf<T>(groups: ReadonlyMap<string, readonly T[]>, key: string): readonly T[] {
  return groups.get(key) ?? [];
}
