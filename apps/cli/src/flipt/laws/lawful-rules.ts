import {
  type Distribution,
  groupBy,
  normalizeDistributionPercent,
  normalizeThresholdPercent,
  quote,
  type Rollout,
  type RolloutStep,
  type Rule,
  type SegmentSelection,
  selectSegments,
} from '@pennon/domain';
import { type FliptRows, type RolloutRow, type RuleRow, someTimes, wordsOf } from '../rows/namespace-rows';
import type { Omissions } from './omissions';

/** Rows of flags, each with its position among those of its flag, 1-based. */
function positions<T extends { readonly flag_key: string }>(
  rows: readonly T[],
): readonly { readonly row: T; readonly position: number }[] {
  const ofFlags = [...groupBy(rows, (row) => row.flag_key).values()];
  return ofFlags.flatMap((ofFlag) => ofFlag.map((row, index) => ({ row, position: index + 1 })));
}

/**
 * The segments that a rule or rollout looks at, as far as they are kept; undefined when it is left out.
 *
 * A segment that is not kept matches nobody: with `or` the others decide, with `and` nobody is left. So nothing reaches
 * more entities than before.
 *
 * @param subject Names the rule or rollout.
 * @param operator The number of the operator.
 * @param kept Keys of the segments that are kept.
 */
function lawfulSelection(
  subject: string,
  keys: readonly string[],
  operator: number,
  kept: ReadonlySet<string>,
  omissions: Omissions,
): SegmentSelection | undefined {
  const word = wordsOf.segmentOperator(operator);
  if (word === undefined) {
    omissions.add(`${subject} is left out: its segment operator ${operator} is not known`);
    return undefined;
  }
  const lost = keys.filter((key) => !kept.has(key));
  const rest = keys.filter((key) => kept.has(key));
  if (lost.length === 0 && keys.length > 0) return selectSegments(keys, word);
  const names = lost.map(quote).join(', ');
  if (rest.length > 0 && word === 'or') {
    omissions.add(`${subject} looks no more at ${names}`);
    return selectSegments(rest, word);
  }
  const reason = lost.length === 0 ? 'it has no segment' : `it needs ${names}`;
  omissions.add(`${subject} is left out: ${reason}`);
  return undefined;
}

/** Rules that Pennon can have, with their distributions. */
export interface LawfulRules {
  readonly rules: readonly Rule[];
  readonly distributions: readonly Distribution[];
}

/** What is kept, and rules belong to or look at. */
interface Kept {
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
      omissions.add(`${subject} is left out: it distributes to a variant that the flag does not have`);
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

/** Rollouts that Pennon can have; leaves out what breaks a law. */
export function lawfulRollouts(
  namespaceKey: string,
  rows: FliptRows,
  kept: Kept,
  omissions: Omissions,
): readonly Rollout[] {
  const stepOf = rolloutSteps(rows, kept, omissions);
  return positions(rows.rollouts).flatMap(({ row, position }) => {
    // What is left out with its flag need not be told twice.
    if (!kept.flagKeys.has(row.flag_key)) return [];
    const step = stepOf(row, `flag ${quote(row.flag_key)}: rollout ${position}`);
    if (step === undefined) return [];
    const { id, flag_key: flagKey, description } = row;
    return [{ id, namespaceKey, flagKey, rank: position, description, step, ...someTimes }];
  });
}

function rolloutSteps(
  rows: FliptRows,
  { segmentKeys }: Kept,
  omissions: Omissions,
): (rollout: RolloutRow, subject: string) => RolloutStep | undefined {
  const thresholds = new Map(rows.thresholds.map((row) => [row.rollout_id, row]));
  const segments = new Map(rows.rolloutSegments.map((row) => [row.rollout_id, row]));
  const references = groupBy(rows.rolloutReferences, (row) => row.rollout_segment_id);

  const thresholdOf = (id: string, subject: string): RolloutStep | undefined => {
    const row = thresholds.get(id);
    if (row === undefined) {
      nothing(subject);
      return;
    }
    const percent = omissions.hold(`${subject} is left out`, () => normalizeThresholdPercent(row.percentage));
    return percent === undefined ? undefined : { type: 'threshold', percent, value: row.value };
  };
  const segmentOf = (id: string, subject: string): RolloutStep | undefined => {
    const row = segments.get(id);
    if (row === undefined) {
      nothing(subject);
      return;
    }
    const keys = (references.get(row.id) ?? []).map(({ segment_key }) => segment_key);
    const selection = lawfulSelection(subject, keys, row.segment_operator, segmentKeys, omissions);
    return selection && { type: 'segment', ...selection, value: row.value };
  };
  const nothing = (subject: string): undefined => {
    omissions.add(`${subject} is left out: what it decides by is not there`);
    return undefined;
  };

  return ({ id, type }, subject) => {
    switch (wordsOf.rolloutType(type)) {
      case 'threshold':
        return thresholdOf(id, subject);
      case 'segment':
        return segmentOf(id, subject);
      case undefined:
        omissions.add(`${subject} is left out: its type ${type} is not known`);
        return undefined;
    }
  };
}
