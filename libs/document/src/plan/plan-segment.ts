import { type SegmentWithConstraints } from '@pennon/domain';
import { type DocumentConstraint, type DocumentSegment } from '../document';
import { fieldChanges, type ConstraintChange, type SegmentChange } from './import-change';
import { matchRows, type Likeness } from './match-rows';

/**
 * The changes that make a segment what is wanted. The order of constraints decides nothing and is that of their
 * creation: it is left as it is.
 */
export function planSegment(
  row: SegmentWithConstraints,
  wanted: DocumentSegment,
): readonly (SegmentChange | ConstraintChange)[] {
  const { key, name, description, matchType } = wanted;
  const to = { name, description, matchType };
  const fields = fieldChanges<typeof to>(row, to, ['name', 'description', 'matchType']);
  const update: readonly SegmentChange[] =
    fields.length === 0 ? [] : [{ kind: 'segment', action: 'update', key, fields, to }];

  const { pairs, unmatched } = matchRows(row.constraints, wanted.constraints, levels);
  const deletions = unmatched.map(
    (constraint) =>
      ({ kind: 'constraint', action: 'delete', segmentKey: key, id: constraint.id, constraint }) as const,
  );
  const others = pairs.flatMap(({ row: present, wanted: constraint }): readonly ConstraintChange[] => {
    if (present === undefined) return [{ kind: 'constraint', action: 'create', segmentKey: key, constraint }];
    const changed = fieldChanges<DocumentConstraint>(present, constraint, [
      'type',
      'property',
      'operator',
      'value',
      'description',
    ]);
    if (changed.length === 0) return [];
    const { id } = present;
    return [{ kind: 'constraint', action: 'update', segmentKey: key, id, fields: changed, to: constraint }];
  });
  return [...update, ...deletions, ...others];
}

const levels: readonly Likeness<DocumentConstraint, DocumentConstraint>[] = [
  ({ type, property, operator, value, description }: DocumentConstraint) =>
    JSON.stringify([type, property, operator, value, description]),
  ({ type, property, operator }: DocumentConstraint) => JSON.stringify([type, property, operator]),
  ({ type, property }: DocumentConstraint) => JSON.stringify([type, property]),
  () => '',
].map((textOf) => ({ ofRow: textOf, ofWanted: textOf }));
