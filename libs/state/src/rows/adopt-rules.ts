import type { Distribution, RuleWithDistributions, SegmentSelection } from '@pennon/domain';
import type { DistributionState, RuleState } from '../flag-state';
import { distributionParts, flagParts, ruleParts } from '../parts/flag-parts';
import { isSameInParts } from '../parts/part';
import { isSameList } from './is-same-list';
import { matchRows, plannedRanks } from './match-rows';
import { newRow, type NewRows } from './new-rows';

/** The flag that rules belong to. */
export interface OwnerOfRules {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** Keys of the variants that there were, by their ids. */
  readonly keyOf: ReadonlyMap<string, string>;
  /** The id of one of the variants that there are to be. @throws InvalidArgumentError if there is none of the key. */
  readonly idOf: (variantKey: string) => string;
}

/** A rule that is stored, as a state. */
interface StoredRule extends RuleState {
  readonly rank: number;
  readonly distributions: readonly StoredShare[];
  readonly row: RuleWithDistributions;
}

/** A distribution that is stored, as a state; `''` stands for a variant that is not one of the flag's. */
interface StoredShare extends DistributionState {
  readonly row: Distribution;
}

/**
 * The rules that are wanted, in that order. Rules have no key: one that is equal keeps its row wherever it moves to,
 * then one for the same segments, then the next that is left.
 *
 * @param stored By rank.
 * @throws InvalidArgumentError if one distributes to a variant that the flag is not to have.
 */
export function adoptRules(
  owner: OwnerOfRules,
  stored: readonly RuleWithDistributions[],
  wanted: readonly RuleState[],
  rows: NewRows,
): readonly RuleWithDistributions[] {
  const states = stored.map((row) => stateOf(row, owner.keyOf));
  const matches = matchRows(states, wanted, flagParts.rules.likeness);
  const ranks = plannedRanks(matches, states);
  return wanted.map((rule, index) => {
    const present = matches[index];
    if (present === undefined) return newRule(owner, rule, index, rows);
    const { row } = present;
    const rank = ranks[index] ?? index + 1;
    const { segmentKeys, segmentOperator } = rule;
    const isSame = row.rank === rank && isSameInParts<SegmentSelection>(selectionParts, row, rule);
    const updated = isSame ? row : { ...row, rank, segmentKeys, segmentOperator, updatedAt: rows.now() };
    const distributions = adoptDistributions(owner, present, rule.distributions, index, rows);
    return isSameList(distributions, row.distributions) ? updated : { ...updated, distributions };
  });
}

/** A rule at its place among those that are wanted. @throws InvalidArgumentError as {@link adoptRules} does. */
export function newRule(
  owner: Pick<OwnerOfRules, 'namespaceKey' | 'flagKey' | 'idOf'>,
  { segmentKeys, segmentOperator, distributions }: RuleState,
  index: number,
  rows: NewRows,
): RuleWithDistributions {
  const { namespaceKey, flagKey } = owner;
  const said = { namespaceKey, flagKey, rank: index + 1, segmentKeys, segmentOperator };
  const row = newRow(said, rows, 'rule', flagKey, index);
  return {
    distributions: distributions.map((each, place) =>
      newDistribution(owner, row.id, each, [index, place], rows),
    ),
    ...row,
  };
}

/** What a rule says itself: distributions are compared one by one. */
const { distributions: _, ...selectionParts } = ruleParts;

function stateOf(row: RuleWithDistributions, keyOf: OwnerOfRules['keyOf']): StoredRule {
  const { rank, segmentKeys, segmentOperator } = row;
  const distributions = row.distributions.map((share): StoredShare => {
    const { variantId, rolloutPercent } = share;
    return { variantKey: keyOf.get(variantId) ?? '', rolloutPercent, row: share };
  });
  return { rank, segmentKeys, segmentOperator, distributions, row };
}

/**
 * The distributions of a rule that are wanted.
 *
 * Their order decides who gets what, and it is the order in which rows were created, which cannot be changed: rows are
 * rewritten where they are, new ones come last, and what is too many is taken from where the two lists differ.
 */
function adoptDistributions(
  owner: OwnerOfRules,
  { row: { id: ruleId }, distributions: stored }: StoredRule,
  wanted: readonly DistributionState[],
  ruleIndex: number,
  rows: NewRows,
): readonly Distribution[] {
  const surplus = Math.max(0, stored.length - wanted.length);
  // What both lists end with stays; the surplus lies in front of it.
  const keptBefore = commonLength(stored, wanted);
  const equalBehind = commonLength(stored.slice(keptBefore).reverse(), wanted.slice(keptBefore).reverse());
  const removedFrom = stored.length - surplus - equalBehind;
  const kept = stored.filter((_, index) => index < removedFrom || index >= removedFrom + surplus);
  return wanted.map((distribution, index) => {
    const present = kept[index];
    if (present === undefined) return newDistribution(owner, ruleId, distribution, [ruleIndex, index], rows);
    if (isSameInParts(distributionParts, present, distribution)) return present.row;
    const { variantKey, rolloutPercent } = distribution;
    return { ...present.row, variantId: owner.idOf(variantKey), rolloutPercent, updatedAt: rows.now() };
  });
}

/** How many elements the lists have in common from their beginning. */
function commonLength(stored: readonly DistributionState[], wanted: readonly DistributionState[]): number {
  const different = stored.findIndex((row, index) => {
    const other = wanted[index];
    return other === undefined || !isSameInParts(distributionParts, row, other);
  });
  return different === -1 ? stored.length : different;
}

/** @param place Of the rule, and within it. */
function newDistribution(
  { flagKey, idOf }: Pick<OwnerOfRules, 'flagKey' | 'idOf'>,
  ruleId: string,
  { variantKey, rolloutPercent }: DistributionState,
  place: readonly [rule: number, distribution: number],
  rows: NewRows,
): Distribution {
  const said = { ruleId, variantId: idOf(variantKey), rolloutPercent };
  return newRow(said, rows, 'distribution', flagKey, ...place);
}
