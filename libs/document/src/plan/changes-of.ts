import type { Constraint, RuleWithDistributions } from '@pennon/domain';
import {
  constraintParts,
  distributionParts,
  flagParts,
  namespaceParts,
  rolloutParts,
  ruleParts,
  segmentParts,
  type DistributionState,
  type FlagState,
  type NamespaceState,
  type RolloutState,
  type RuleState,
  type SegmentState,
  type StoredFlag,
  type StoredSegment,
  valuesOfFlag,
  variantKeysOf,
  variantParts,
  type VariantState,
} from '@pennon/state';
import { attachmentOfRow } from './attachment-of-row';
import {
  fieldChanges,
  rankChanges,
  type ConstraintChange,
  type DistributionChange,
  type FieldChange,
  type ImportChange,
  type NamespaceChange,
  type Planned,
} from './import-change';

/** What people are told of what becomes of a flag, a segment or the namespace, in the order in which it is read. */
export function changesOf(planned: Planned): readonly ImportChange[] {
  if (planned.kind === 'namespace') return [planned.change];
  const { kind, key } = planned;
  if (planned.isDeleted) return [{ kind, action: 'delete', key }];
  if (planned.before === undefined) return [{ kind, action: 'create', key }];
  return planned.kind === 'flag'
    ? changesOfFlag(planned.before, planned.after)
    : changesOfSegment(planned.before, planned.after);
}

/** What people are told of what becomes of the name and description of a namespace; nothing if they stay. */
export function changesOfNamespace(
  key: string,
  from: NamespaceState,
  to: NamespaceState,
): readonly NamespaceChange[] {
  return updateOf({ kind: 'namespace', key, to } as const, fieldChanges(namespaceParts, from, to));
}

function changesOfFlag(before: StoredFlag, after: StoredFlag): readonly ImportChange[] {
  const { key } = after;
  // Nothing can change the type.
  if (before.type !== after.type)
    return [
      { kind: 'flag', action: 'delete', key },
      { kind: 'flag', action: 'create', key },
    ];
  const deleted = goneFrom(before.variants, after.variants).map(
    ({ key: variantKey, id }) =>
      ({ kind: 'variant', action: 'delete', flagKey: key, key: variantKey, id }) as const,
  );
  return [
    ...changesOfVariants(before, after),
    ...updateOf(
      { kind: 'flag', key } as const,
      fieldChanges<FlagState>(flagParts, valuesOf(before), valuesOf(after)),
    ),
    ...changesOfRules(before, after),
    ...changesOfRollouts(before, after),
    ...deleted,
  ];
}

/** What a flag says itself: items are nouns of their own. */
function valuesOf(flag: StoredFlag): FlagState {
  return { ...valuesOfFlag(flag), variants: [], rules: [], rollouts: [] };
}

function changesOfVariants(
  { variants: stored }: StoredFlag,
  { key: flagKey, variants }: StoredFlag,
): readonly ImportChange[] {
  return eachOf(stored, variants, (before, variant): readonly ImportChange[] => {
    const about = { kind: 'variant', flagKey, key: variant.key } as const;
    if (before === undefined) return [{ ...about, action: 'create' }];
    const fields = fieldChanges<VariantState>(variantParts, written(before), written(variant));
    return updateOf({ ...about, id: before.id }, fields);
  });
}

/** A variant as documents have it. */
function written(variant: VariantState): VariantState {
  return { ...variant, attachment: attachmentOfRow(variant.attachment) };
}

function changesOfRules(flagBefore: StoredFlag, flag: StoredFlag): readonly ImportChange[] {
  const { key: flagKey, rules } = flag;
  const about = { kind: 'rule', flagKey } as const;
  const deleted = goneFrom(flagBefore.rules, rules).map(
    ({ id, rank }) => ({ ...about, action: 'delete', id, rank }) as const,
  );
  const keys = { before: variantKeysOf(flagBefore), after: variantKeysOf(flag) };
  const others = eachOf(flagBefore.rules, rules, (before, rule): readonly ImportChange[] => {
    const { id, rank } = rule;
    if (before === undefined) return [{ ...about, action: 'create', rank }];
    const items = { distributions: [] };
    const fields = fieldChanges<RuleState>(ruleParts, { ...before, ...items }, { ...rule, ...items });
    return [
      ...updateOf({ ...about, id, rank }, [...rankChanges(before.rank, rank), ...fields]),
      ...changesOfDistributions(flagKey, before, rule, keys),
    ];
  });
  return [...deleted, ...others];
}

function changesOfDistributions(
  flagKey: string,
  before: RuleWithDistributions,
  { id: ruleId, rank: ruleRank, distributions }: RuleWithDistributions,
  keys: Readonly<Record<'before' | 'after', ReadonlyMap<string, string>>>,
): readonly DistributionChange[] {
  const about = { kind: 'distribution', flagKey, ruleId, ruleRank } as const;
  const stateOf = (
    { variantId, rolloutPercent }: RuleWithDistributions['distributions'][number],
    when: 'before' | 'after',
  ): DistributionState => ({ variantKey: keys[when].get(variantId) ?? '', rolloutPercent });
  const kept = eachOf(before.distributions, distributions, (row, share): readonly DistributionChange[] => {
    const distribution = stateOf(share, 'after');
    if (row === undefined) return [{ ...about, action: 'create', distribution }];
    const fields = fieldChanges(distributionParts, stateOf(row, 'before'), distribution);
    return updateOf({ ...about, id: row.id, distribution }, fields);
  });
  const deleted = goneFrom(before.distributions, distributions).map(
    (row) => ({ ...about, action: 'delete', id: row.id, distribution: stateOf(row, 'before') }) as const,
  );
  return [...kept, ...deleted];
}

function changesOfRollouts(
  { rollouts: stored }: StoredFlag,
  { key: flagKey, rollouts }: StoredFlag,
): readonly ImportChange[] {
  const about = { kind: 'rollout', flagKey } as const;
  const deleted = goneFrom(stored, rollouts).map(
    ({ id, rank }) => ({ ...about, action: 'delete', id, rank }) as const,
  );
  const others = eachOf(stored, rollouts, (before, rollout): readonly ImportChange[] => {
    const { id, rank } = rollout;
    if (before === undefined) return [{ ...about, action: 'create', rank }];
    const fields = fieldChanges<RolloutState>(rolloutParts, before, rollout);
    return updateOf({ ...about, id, rank }, [...rankChanges(before.rank, rank), ...fields]);
  });
  return [...deleted, ...others];
}

function changesOfSegment(before: StoredSegment, after: StoredSegment): readonly ImportChange[] {
  const { key: segmentKey, constraints } = after;
  const about = { kind: 'constraint', segmentKey } as const;
  const items = { constraints: [] };
  const fields = fieldChanges<SegmentState>(segmentParts, { ...before, ...items }, { ...after, ...items });
  const deleted = goneFrom(before.constraints, constraints).map(
    (row) => ({ ...about, action: 'delete', id: row.id, constraint: comparisonOf(row) }) as const,
  );
  const others = eachOf(before.constraints, constraints, (row, constraint): readonly ImportChange[] => {
    const told = { ...about, constraint: comparisonOf(constraint) };
    if (row === undefined) return [{ ...told, action: 'create' }];
    return updateOf({ ...told, id: row.id }, fieldChanges(constraintParts, row, constraint));
  });
  return [...updateOf({ kind: 'segment', key: segmentKey } as const, fields), ...deleted, ...others];
}

function comparisonOf({ property, operator, value }: Constraint): ConstraintChange['constraint'] {
  return { property, operator, value };
}

/** An update of what differs; nothing where nothing does. */
function updateOf<About>(
  about: About,
  fields: readonly FieldChange[],
): readonly (About & { readonly action: 'update'; readonly fields: readonly FieldChange[] })[] {
  return fields.length === 0 ? [] : [{ ...about, action: 'update', fields }];
}

interface Identified {
  readonly id: string;
}

/** What is told of each row that there is to be. @param tell Is given what the row was; undefined for a new one. */
function eachOf<Row extends Identified, Told>(
  before: readonly Row[],
  after: readonly Row[],
  tell: (before: Row | undefined, row: Row) => readonly Told[],
): readonly Told[] {
  const present = new Map(before.map((row) => [row.id, row]));
  return after.flatMap((row) => {
    const same = present.get(row.id);
    return same === row ? [] : tell(same, row);
  });
}

function goneFrom<Row extends Identified>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const left = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !left.has(id));
}
