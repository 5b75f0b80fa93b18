import { type SegmentWithConstraints } from '@pennon/domain';
import { constraintParts, segmentParts, type SegmentState } from '@pennon/state';
import { fieldChanges, type ConstraintChange, type SegmentChange } from './import-change';
import { matchRows } from './match-rows';

/**
 * The changes that make a segment what is wanted. The order of constraints decides nothing and is that of their
 * creation: it is left as it is.
 */
export function planSegment(
  row: SegmentWithConstraints,
  wanted: SegmentState,
): readonly (SegmentChange | ConstraintChange)[] {
  const { key, name, description, matchType, constraints } = wanted;
  const to = { name, description, matchType };
  const fields = fieldChanges<SegmentState>(segmentParts, row, wanted);
  const update: readonly SegmentChange[] =
    fields.length === 0 ? [] : [{ kind: 'segment', action: 'update', key, fields, to }];

  const { pairs, unmatched } = matchRows(row.constraints, constraints, segmentParts.constraints.likeness);
  const deletions = unmatched.map(
    (constraint) =>
      ({ kind: 'constraint', action: 'delete', segmentKey: key, id: constraint.id, constraint }) as const,
  );
  const others = pairs.flatMap(({ row: present, wanted: constraint }): readonly ConstraintChange[] => {
    if (present === undefined) return [{ kind: 'constraint', action: 'create', segmentKey: key, constraint }];
    const changed = fieldChanges(constraintParts, present, constraint);
    if (changed.length === 0) return [];
    const { id } = present;
    return [{ kind: 'constraint', action: 'update', segmentKey: key, id, fields: changed, to: constraint }];
  });
  return [...update, ...deletions, ...others];
}
