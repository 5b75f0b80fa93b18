import type { Distribution, Rule, RuleWithDistributions } from '@pennon/domain';
import {
  distributionParts,
  flagParts,
  isSameInParts,
  ruleParts,
  type DistributionState,
  type RuleState,
} from '@pennon/state';
import { type DistributionChange, fieldChanges, rankChanges, type RuleChange } from './import-change';
import { matchRows, plannedRanks } from './match-rows';

/** A row of a rule that is a state of it, too. */
interface KeyedRule extends Rule {
  readonly distributions: readonly KeyedDistribution[];
}

/** With `''` as key of a variant that is not one of the flag's. */
interface KeyedDistribution extends Distribution, DistributionState {}

function keyedRule(row: RuleWithDistributions, variantKeys: ReadonlyMap<string, string>): KeyedRule {
  const distributions = row.distributions.map((distribution) => ({
    ...distribution,
    variantKey: variantKeys.get(distribution.variantId) ?? '',
  }));
  return { ...row, distributions };
}

/** The rule whose distributions are planned. */
export interface RuleOfDistributions {
  readonly flagKey: string;
  readonly ruleId: string;
  readonly ruleRank: number;
}

/**
 * The changes that make the distributions of a rule those that are wanted.
 *
 * Their order decides who gets what, and it is the order in which rows were created, which cannot be changed: rows are
 * rewritten where they are, new ones come last, and what is too many is taken from where the two lists differ.
 */
function planDistributions(
  rule: RuleOfDistributions,
  rows: readonly KeyedDistribution[],
  wanted: readonly DistributionState[],
): readonly DistributionChange[] {
  const surplus = Math.max(0, rows.length - wanted.length);
  const equalBefore = commonLength(rows, wanted);
  // What both lists end with stays; the surplus lies in front of it.
  const keptBefore = Math.min(equalBefore, wanted.length);
  const equalBehind = commonLength(rows.slice(keptBefore).reverse(), wanted.slice(keptBefore).reverse());
  const removedFrom = surplus === 0 ? rows.length : rows.length - surplus - equalBehind;
  const isRemoved = (index: number): boolean => index >= removedFrom && index < removedFrom + surplus;
  const kept = rows.filter((_, index) => !isRemoved(index));

  const updates = kept.flatMap((row, index) => updateDistribution(rule, row, wanted[index]));
  const creations = wanted
    .slice(kept.length)
    .map((distribution) => ({ kind: 'distribution', action: 'create', ...rule, distribution }) as const);
  const deletions = rows
    .filter((_, index) => isRemoved(index))
    .map(
      ({ id, variantId, variantKey }) =>
        ({ kind: 'distribution', action: 'delete', ...rule, id, variantId, variantKey }) as const,
    );
  return [...updates, ...creations, ...deletions];
}

/** How many elements the lists have in common from their beginning. */
function commonLength(rows: readonly DistributionState[], wanted: readonly DistributionState[]): number {
  const different = rows.findIndex((row, index) => {
    const other = wanted[index];
    return other === undefined || !isSameInParts(distributionParts, row, other);
  });
  return different === -1 ? rows.length : different;
}

function updateDistribution(
  rule: RuleOfDistributions,
  row: KeyedDistribution,
  wanted: DistributionState | undefined,
): readonly DistributionChange[] {
  if (wanted === undefined) return [];
  const fields = fieldChanges(distributionParts, row, wanted);
  return fields.length === 0
    ? []
    : [{ kind: 'distribution', action: 'update', ...rule, id: row.id, fields, to: wanted }];
}

/**
 * The changes that make the rules of a flag those that are wanted, in that order. Rules have no key: one that is equal
 * keeps its row wherever it moves to, then one for the same segments, then the next that is left.
 *
 * @param variantKeys Keys of the flag's variants by their ids.
 */
export function planRules(
  flagKey: string,
  rows: readonly RuleWithDistributions[],
  wanted: readonly RuleState[],
  variantKeys: ReadonlyMap<string, string>,
): readonly (RuleChange | DistributionChange)[] {
  const keyed = rows.map((row) => keyedRule(row, variantKeys));
  const { pairs, unmatched } = matchRows(keyed, wanted, flagParts.rules.likeness);
  const ranks = plannedRanks(
    pairs.map(({ row }) => row),
    keyed,
  );
  const deletions = unmatched.map(
    ({ id, rank }) => ({ kind: 'rule', action: 'delete', flagKey, id, rank }) as const,
  );
  const others = pairs.flatMap(
    ({ row, wanted: rule }, index): readonly (RuleChange | DistributionChange)[] => {
      const rank = ranks[index] ?? index + 1;
      if (row === undefined) return [{ kind: 'rule', action: 'create', flagKey, rank, rule }];
      const owner = { flagKey, ruleId: row.id, ruleRank: rank };
      return [
        ...updateRule(flagKey, row, rule, rank),
        ...planDistributions(owner, row.distributions, rule.distributions),
      ];
    },
  );
  return [...deletions, ...others];
}

function updateRule(flagKey: string, row: KeyedRule, rule: RuleState, rank: number): readonly RuleChange[] {
  const { segmentKeys, segmentOperator } = rule;
  const to = { rank, segmentKeys, segmentOperator };
  const fields = [...rankChanges(row.rank, rank), ...fieldChanges<RuleState>(ruleParts, row, rule)];
  return fields.length === 0 ? [] : [{ kind: 'rule', action: 'update', flagKey, id: row.id, fields, to }];
}
