import type { Distribution, RuleWithDistributions } from '@pennon/domain';
import type { DocumentDistribution, DocumentRule } from '../document';
import { type DistributionChange, fieldChanges, type RuleChange } from './import-change';
import { type Likeness, matchRows, plannedRanks } from './match-rows';

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
 *
 * @param variantKeys Keys of the flag's variants by their ids.
 */
function planDistributions(
  rule: RuleOfDistributions,
  rows: readonly Distribution[],
  wanted: readonly DocumentDistribution[],
  variantKeys: ReadonlyMap<string, string>,
): readonly DistributionChange[] {
  const surplus = Math.max(0, rows.length - wanted.length);
  const equalBefore = commonLength(rows, wanted, variantKeys);
  // What both lists end with stays; the surplus lies in front of it.
  const keptBefore = Math.min(equalBefore, wanted.length);
  const equalBehind = commonLength(
    rows.slice(keptBefore).reverse(),
    wanted.slice(keptBefore).reverse(),
    variantKeys,
  );
  const removedFrom = surplus === 0 ? rows.length : rows.length - surplus - equalBehind;
  const isRemoved = (index: number): boolean => index >= removedFrom && index < removedFrom + surplus;
  const kept = rows.filter((_, index) => !isRemoved(index));

  const updates = kept.flatMap((row, index) => updateDistribution(rule, row, wanted[index], variantKeys));
  const creations = wanted
    .slice(kept.length)
    .map((distribution) => ({ kind: 'distribution', action: 'create', ...rule, distribution }) as const);
  const deletions = rows
    .filter((_, index) => isRemoved(index))
    .map(({ id, variantId }): DistributionChange => {
      const variantKey = variantKeys.get(variantId) ?? '';
      return { kind: 'distribution', action: 'delete', ...rule, id, variantId, variantKey };
    });
  return [...updates, ...creations, ...deletions];
}

/** How many elements the lists have in common from their beginning. */
function commonLength(
  rows: readonly Distribution[],
  wanted: readonly DocumentDistribution[],
  variantKeys: ReadonlyMap<string, string>,
): number {
  const different = rows.findIndex(({ variantId, rolloutPercent }, index) => {
    const other = wanted[index];
    return other?.variantKey !== variantKeys.get(variantId) || other?.rolloutPercent !== rolloutPercent;
  });
  return different === -1 ? rows.length : different;
}

function updateDistribution(
  rule: RuleOfDistributions,
  { id, variantId, rolloutPercent }: Distribution,
  wanted: DocumentDistribution | undefined,
  variantKeys: ReadonlyMap<string, string>,
): readonly DistributionChange[] {
  if (wanted === undefined) return [];
  const from = { variantKey: variantKeys.get(variantId) ?? '', rolloutPercent };
  const fields = fieldChanges(from, wanted, ['variantKey', 'rolloutPercent']);
  return fields.length === 0
    ? []
    : [{ kind: 'distribution', action: 'update', ...rule, id, fields, to: wanted }];
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
  wanted: readonly DocumentRule[],
  variantKeys: ReadonlyMap<string, string>,
): readonly (RuleChange | DistributionChange)[] {
  const { pairs, unmatched } = matchRows(rows, wanted, levels(variantKeys));
  const ranks = plannedRanks(
    pairs.map(({ row }) => row),
    rows,
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
        ...planDistributions(owner, row.distributions, rule.distributions, variantKeys),
      ];
    },
  );
  return [...deletions, ...others];
}

function updateRule(
  flagKey: string,
  row: RuleWithDistributions,
  { segmentKeys, segmentOperator }: DocumentRule,
  rank: number,
): readonly RuleChange[] {
  const to = { rank, segmentKeys, segmentOperator };
  const fields = fieldChanges<typeof to>(row, to, ['rank', 'segmentKeys', 'segmentOperator']);
  return fields.length === 0 ? [] : [{ kind: 'rule', action: 'update', flagKey, id: row.id, fields, to }];
}

function levels(
  variantKeys: ReadonlyMap<string, string>,
): readonly Likeness<RuleWithDistributions, DocumentRule>[] {
  const selection = ({
    segmentKeys,
    segmentOperator,
  }: Pick<DocumentRule, 'segmentKeys' | 'segmentOperator'>) => JSON.stringify([segmentKeys, segmentOperator]);
  return [
    {
      ofRow: (row) =>
        JSON.stringify([
          selection(row),
          row.distributions.map(({ variantId, rolloutPercent }) => [
            variantKeys.get(variantId),
            rolloutPercent,
          ]),
        ]),
      ofWanted: (rule) =>
        JSON.stringify([
          selection(rule),
          rule.distributions.map(({ variantKey, rolloutPercent }) => [variantKey, rolloutPercent]),
        ]),
    },
    { ofRow: selection, ofWanted: selection },
    { ofRow: () => '', ofWanted: () => '' },
  ];
}
