import { normalizeDistributionPercent, quote } from '@pennon/domain';
import { sumOfPercents, type DistributionState, type RuleState } from '@pennon/state';
import { type Place } from '../place';
import { suggest } from '../suggestions';
import { type TreeNode } from '../tree';
import { ObjectReader } from '../fields/object-reader';
import { readRuleSelection } from './read-selection';
import { type Reading } from '../fields/reading';

const ruleFields = ['segment', 'segments', 'rank', 'distributions'];
const distributionFields = ['variant', 'rollout'];

/** A rule, and the rank it is to have; 0 for that of its position. */
export interface ReadRule {
  readonly rule: RuleState;
  readonly rank: number;
}

/**
 * A rule of a document; undefined when it cannot be told what it is.
 *
 * @param variantKeys of the flag
 */
export function readRule(
  node: TreeNode,
  place: Place,
  reading: Reading,
  variantKeys: ReadonlyMap<string, unknown>,
): ReadRule | undefined {
  const object = ObjectReader.of(node, place, ruleFields, reading);
  if (object === undefined) return undefined;
  const rank = readRank(object, reading);
  const selection = readRuleSelection(object, reading);
  const distributions = object.list('distributions', (item, itemPlace) =>
    readDistribution(item, itemPlace, reading, variantKeys),
  );
  warnOfSum(distributions, object.placeOf('distributions'), reading);
  return selection && { rule: { ...selection, distributions }, rank };
}

/** The rules in the order of their ranks; of equal ranks the first written comes first. */
export function inRankOrder(rules: readonly ReadRule[]): readonly RuleState[] {
  return rules
    .map(({ rule, rank }, index) => ({ rule, rank: rank === 0 ? index + 1 : rank }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ rule }) => rule);
}

function readRank(rule: ObjectReader, reading: Reading): number {
  const rank = rule.number('rank');
  if (Number.isSafeInteger(rank) && rank >= 0) return rank;
  reading.problems.error(rule.placeOf('rank'), 'must be a whole number that is not negative');
  return 0;
}

function readDistribution(
  node: TreeNode,
  place: Place,
  reading: Reading,
  variantKeys: ReadonlyMap<string, unknown>,
): DistributionState | undefined {
  const distribution = ObjectReader.of(node, place, distributionFields, reading);
  if (distribution === undefined) return undefined;
  const variantKey = distribution.text('variant');
  if (!variantKeys.has(variantKey)) {
    const reason = variantKey === '' ? 'must not be empty' : `unknown variant ${quote(variantKey)}`;
    reading.problems.error(distribution.placeOf('variant'), reason, () =>
      suggest(variantKey, [...variantKeys.keys()]),
    );
  }
  const percent = distribution.number('rollout');
  const rolloutPercent = reading.hold(distribution.placeOf('rollout'), () =>
    normalizeDistributionPercent(percent),
  );
  return rolloutPercent === undefined ? undefined : { variantKey, rolloutPercent };
}

/** Shares need not add to 100, but most that do not are mistakes. */
function warnOfSum(distributions: readonly DistributionState[], place: Place, reading: Reading): void {
  if (distributions.length === 0) return;
  const sum = sumOfPercents(distributions);
  if (sum !== 100) reading.problems.warn(place, `distributions add to ${sum} instead of 100`);
}
