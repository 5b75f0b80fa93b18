import { type RuleWithDistributions } from '@pennon/domain';
import { type DocumentRule } from '../document';
import { fieldChanges } from './field-changes';
import { type DistributionChange, type RuleChange } from './import-change';
import { matchRows, type Likeness } from './match-rows';
import { planDistributions } from './plan-distributions';
import { plannedRanks } from './plan-ranks';

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
