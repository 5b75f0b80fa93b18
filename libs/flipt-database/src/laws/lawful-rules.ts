import { groupBy, normalizeDistributionPercent, quote, type Distribution, type Rule } from '@pennon/domain';
import { type FliptRows, type RuleRow } from '../rows/namespace-rows';
import { lawfulSelection } from './lawful-selection';
import { type Omissions } from './omissions';
import { positions } from './positions';
import { someTimes } from './some-times';

/** Rules that Pennon can have, with their distributions. */
export interface LawfulRules {
  readonly rules: readonly Rule[];
  readonly distributions: readonly Distribution[];
}

/** What is kept, and rules belong to or look at. */
export interface Kept {
  readonly flagKeys: ReadonlySet<string>;
  readonly segmentKeys: ReadonlySet<string>;
  /** Keys of the flags of variants, by the variants' ids. */
  readonly variantOwners: ReadonlyMap<string, string>;
}

/**
 * Leaves out what breaks a law. A rule with a share that cannot be kept goes as a whole: without it, the others would
 * get other entities.
 */
export function lawfulRules(
  namespaceKey: string,
  rows: FliptRows,
  kept: Kept,
  omissions: Omissions,
): LawfulRules {
  const segmentsOf = groupBy(rows.ruleSegments, (row) => row.rule_id);
  const sharesOf = groupBy(rows.distributions, (row) => row.rule_id);
  const lawful = positions(rows.rules).flatMap(({ row, position }) => {
    // What is left out with its flag need not be told twice.
    if (!kept.flagKeys.has(row.flag_key)) return [];
    const subject = `flag ${quote(row.flag_key)}: rule ${position}`;
    const keys = (segmentsOf.get(row.id) ?? []).map(({ segment_key }) => segment_key);
    const selection = lawfulSelection(subject, keys, row.segment_operator, kept.segmentKeys, omissions);
    const distributions = (sharesOf.get(row.id) ?? []).map((share) => {
      if (kept.variantOwners.get(share.variant_id) === row.flag_key) {
        return distributionOf(share, row, subject, omissions);
      }
      omissions.add(`${subject} is left out: it distributes to a variant that is none of the flag's`);
      return undefined;
    });
    const shares = distributions.filter((share) => share !== undefined);
    if (selection === undefined || shares.length < distributions.length) return [];
    const { id, flag_key: flagKey } = row;
    return [{ rule: { id, namespaceKey, flagKey, rank: position, ...selection, ...someTimes }, shares }];
  });
  return {
    rules: lawful.map(({ rule }) => rule),
    distributions: lawful.flatMap(({ shares }) => shares),
  };
}

function distributionOf(
  { variant_id: variantId, rollout }: FliptRows['distributions'][number],
  { id: ruleId }: RuleRow,
  subject: string,
  omissions: Omissions,
): Distribution | undefined {
  const rolloutPercent = omissions.hold(`${subject} is left out`, () =>
    normalizeDistributionPercent(rollout),
  );
  return rolloutPercent === undefined
    ? undefined
    : { id: '', ruleId, variantId, rolloutPercent, ...someTimes };
}
