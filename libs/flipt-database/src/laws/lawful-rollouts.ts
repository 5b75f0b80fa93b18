import { groupBy, normalizeThresholdPercent, quote, type Rollout, type RolloutStep } from '@pennon/domain';
import { type FliptRows, type RolloutRow } from '../rows/namespace-rows';
import { type Kept } from './lawful-rules';
import { lawfulSelection } from './lawful-selection';
import { type Omissions } from './omissions';
import { positions } from './positions';
import { someTimes } from './some-times';
import { wordsOf } from './words';

/** Rollouts that Pennon can have; leaves out what breaks a law. */
export function lawfulRollouts(
  namespaceKey: string,
  rows: FliptRows,
  kept: Kept,
  omissions: Omissions,
): readonly Rollout[] {
  const stepOf = steps(rows, kept, omissions);
  return positions(rows.rollouts).flatMap(({ row, position }) => {
    // What is left out with its flag need not be told twice.
    if (!kept.flagKeys.has(row.flag_key)) return [];
    const step = stepOf(row, `flag ${quote(row.flag_key)}: rollout ${position}`);
    if (step === undefined) return [];
    const { id, flag_key: flagKey, description } = row;
    return [{ id, namespaceKey, flagKey, rank: position, description, step, ...someTimes }];
  });
}

function steps(
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
