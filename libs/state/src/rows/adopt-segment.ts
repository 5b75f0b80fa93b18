import type { Constraint } from '@pennon/domain';
import { changedParts } from '../parts/part';
import { constraintParts, segmentParts } from '../parts/segment-parts';
import type { ConstraintState, SegmentState } from '../segment-state';
import { matchRows } from './match-rows';
import { newRow, type NewRows } from './new-rows';
import type { StoredSegment } from './stored-flag';

/**
 * The segment that a state asks for, made of what is stored: what is like it keeps its row. Constraints come in the
 * order of the state, which is not that of their creation.
 *
 * @param stored Undefined for a segment that is not there.
 */
export function adoptSegment(
  namespaceKey: string,
  stored: StoredSegment | undefined,
  wanted: SegmentState,
  rows: NewRows,
): StoredSegment {
  const { constraints, ...values } = wanted;
  const added = (constraint: ConstraintState, index: number): Constraint => {
    const { key: segmentKey } = wanted;
    return newRow({ namespaceKey, segmentKey, ...constraint }, rows, 'constraint', segmentKey, index);
  };
  if (stored === undefined) {
    const now = rows.now();
    const segment = { namespaceKey, ...values, createdAt: now, updatedAt: now };
    return { ...segment, constraints: constraints.map(added) };
  }
  const isOther = changedParts<SegmentState>(segmentParts, stored, {
    ...wanted,
    constraints: stored.constraints,
  });
  const matches = matchRows(stored.constraints, constraints, segmentParts.constraints.likeness);
  return {
    ...stored,
    ...(isOther.length > 0 && { ...values, updatedAt: rows.now() }),
    constraints: constraints.map((constraint, index) => {
      const row = matches[index];
      if (row === undefined) return added(constraint, index);
      if (changedParts(constraintParts, row, constraint).length === 0) return row;
      return { ...row, ...constraint, updatedAt: rows.now() };
    }),
  };
}
