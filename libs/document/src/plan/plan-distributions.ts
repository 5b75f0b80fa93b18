import { type Distribution } from '@pennon/domain';
import { type DocumentDistribution } from '../document';
import { fieldChanges } from './field-changes';
import { type DistributionChange } from './import-change';

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
export function planDistributions(
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

  const updates = kept.flatMap((row, index) => update(rule, row, wanted[index], variantKeys));
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

function update(
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
