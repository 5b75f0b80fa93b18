import { type Rollout, type RolloutStep } from '@pennon/domain';
import { type DocumentRollout } from '../document';
import { fieldChanges } from './field-changes';
import { type RolloutChange } from './import-change';
import { matchRows, type Likeness } from './match-rows';
import { plannedRanks } from './plan-ranks';

/**
 * The changes that make the rollouts of a flag those that are wanted, in that order. A rollout keeps its row as long as
 * its type does, which no update can change.
 */
export function planRollouts(
  flagKey: string,
  rows: readonly Rollout[],
  wanted: readonly DocumentRollout[],
): readonly RolloutChange[] {
  const { pairs, unmatched } = matchRows(rows, wanted, levels);
  const ranks = plannedRanks(
    pairs.map(({ row }) => row),
    rows,
  );
  const deletions = unmatched.map(
    ({ id, rank }) => ({ kind: 'rollout', action: 'delete', flagKey, id, rank }) as const,
  );
  const others = pairs.flatMap(({ row, wanted: rollout }, index): readonly RolloutChange[] => {
    const rank = ranks[index] ?? index + 1;
    if (row === undefined) return [{ kind: 'rollout', action: 'create', flagKey, rank, rollout }];
    const to = { rank, description: rollout.description, step: stepFields(rollout.step) };
    const from = { ...row, step: stepFields(row.step) };
    const fields = fieldChanges<typeof to>(from, to, ['rank', 'description', 'step']);
    return fields.length === 0
      ? []
      : [{ kind: 'rollout', action: 'update', flagKey, id: row.id, fields, to }];
  });
  return [...deletions, ...others];
}

type Step = Pick<Rollout, 'description' | 'step'>;

const levels: readonly Likeness<Step, Step>[] = [
  ({ description, step }: Step) => JSON.stringify([description, stepFields(step)]),
  ({ step }: Step) =>
    JSON.stringify(step.type === 'segment' ? [step.segmentKeys, step.segmentOperator] : step.type),
  ({ step }: Step) => step.type,
].map((textOf) => ({ ofRow: textOf, ofWanted: textOf }));

/** A step with its fields in one order, so that equal steps print alike. */
function stepFields(step: RolloutStep): RolloutStep {
  const { type, value } = step;
  if (type === 'threshold') return { type, percent: step.percent, value };
  return { type, segmentKeys: step.segmentKeys, segmentOperator: step.segmentOperator, value };
}
