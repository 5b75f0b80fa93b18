import { assertLength, MAX_DESCRIPTION_LENGTH } from '@pennon/domain';
import { normalizeConstraint, type NormalizedConstraint } from '../operators/normalize-constraint';
import { operatorsByType, storedOperatorsByType } from '../operators/operators-by-type';
import type { SegmentState } from '../segment-state';
import type { ConstraintsEdit, EditKind } from './edit';

/** Constraints of a segment. They are known by type, property, operator and value. */
export const constraintsEdit: EditKind<SegmentState, ConstraintsEdit> = {
  items: ({ add, remove }) =>
    [...add, ...remove].map(({ type, property, operator, value }) =>
      [type, property, operator.toLowerCase(), value].join(' '),
    ),
  apply(segment, { add, remove }, spot) {
    const gone = new Set(
      remove.map((input, index) =>
        textOf(
          spot.hold(() => normalizeConstraint(input, storedOperatorsByType), `removeConstraints[${index}]`),
        ),
      ),
    );
    const kept = segment.constraints.filter((constraint) => !gone.has(textOf(constraint)));
    const known = new Set(kept.map(textOf));
    const added = add.flatMap((input, index) => {
      const constraint = spot.hold(() => {
        assertLength('description', input.description, MAX_DESCRIPTION_LENGTH);
        return normalizeConstraint(input, operatorsByType);
      }, `addConstraints[${index}]`);
      return known.has(textOf(constraint)) ? [] : [{ ...constraint, description: input.description }];
    });
    return { ...segment, constraints: [...kept, ...added] };
  },
};

function textOf({ type, property, operator, value }: NormalizedConstraint): string {
  return JSON.stringify([type, property, operator, value]);
}
