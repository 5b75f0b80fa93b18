import { mergeConstraints } from '../merge/merge-constraints';
import type { ConstraintState, SegmentState } from '../segment-state';
import { setPart, valuePart } from './kinds';
import type { PartTable } from './part';

/** The parts of a constraint. */
export const constraintParts: PartTable<ConstraintState> = {
  type: valuePart('string'),
  property: valuePart(''),
  operator: valuePart('eq'),
  value: valuePart(''),
  description: valuePart(''),
};

/** The parts of a segment that rows and states have alike. */
export const segmentValueParts: PartTable<Omit<SegmentState, 'constraints'>> = {
  name: valuePart(''),
  description: valuePart(''),
  matchType: valuePart('all'),
};

/** The parts of a segment, in the order in which people read them. */
export const segmentParts = {
  ...segmentValueParts,
  constraints: setPart(
    constraintParts,
    [
      ({ type, property, operator, value, description }) =>
        JSON.stringify([type, property, operator, value, description]),
      ({ type, property, operator }) => JSON.stringify([type, property, operator]),
      ({ type, property }) => JSON.stringify([type, property]),
      () => '',
    ],
    mergeConstraints,
  ),
} as const satisfies PartTable<SegmentState>;
