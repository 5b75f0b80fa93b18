import { type ConstraintState, type SegmentState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Constraint, type Segment } from '../model';
import { replacedAt, withoutAt } from './order';
import { type Plan } from './plan';
import { segmentText } from './segment-part-words';
import { type BasedSegment, planSegmentState } from './state-plans';
import { creation, deletion } from './words';

/** What of a segment its page edits as details. */
export type SegmentValues = Pick<SegmentState, 'name' | 'description' | 'matchType'>;

/** Creates a segment with its constraints. @param base The latest revision before it was seen to be missing. */
export function planSegmentCreate(namespaceKey: string, segment: SegmentState, base?: string): Plan {
  const { key } = segment;
  const subject = copy.segment(key);
  return {
    title: copy.create(subject),
    namespaceKey,
    changes: [creation(subject, segmentText(segment))],
    wanted: { base, segments: [{ state: segment }], created: { flags: [], segments: [key] } },
  };
}

/** Changes name, description and match type of a segment. */
export function planSegmentUpdate(segment: BasedSegment, values: SegmentValues): Plan {
  const title = copy.update(copy.segment(segment.key));
  return planSegmentState(segment, title, (state) => ({ ...state, ...values }));
}

/** Deletes a segment that nothing uses: the server refuses others. */
export function planSegmentDelete(segment: Segment): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.segment(key);
  return {
    title: copy.delete(subject),
    namespaceKey,
    changes: [deletion(subject, segmentText(segment))],
    wanted: { deleted: { flags: [], segments: [key] } },
  };
}

/** Adds a constraint to a segment. @param more Those that are added with it, as the rest of its list. */
export function planConstraintCreate(
  segment: BasedSegment,
  values: ConstraintState,
  ...more: readonly ConstraintState[]
): Plan {
  const added = more.length === 0 ? copy.constraint(values.property) : copy.constraints(more.length + 1);
  return planConstraints(segment, copy.create(copy.of(added, segment.key)), (constraints) => [
    ...constraints,
    values,
    ...more,
  ]);
}

/** Changes a constraint. @param more Constraints that are added with it, as the rest of its list. */
export function planConstraintUpdate(
  segment: BasedSegment,
  constraint: Constraint,
  values: ConstraintState,
  ...more: readonly ConstraintState[]
): Plan {
  const title = copy.update(copy.of(copy.constraint(constraint.property), segment.key));
  return planConstraints(segment, title, (constraints) => [
    ...replacedAt(constraints, placeOf(segment, constraint), values),
    ...more,
  ]);
}

/** Deletes a constraint. */
export function planConstraintDelete(segment: BasedSegment, constraint: Constraint): Plan {
  const title = copy.delete(copy.of(copy.constraint(constraint.property), segment.key));
  return planConstraints(segment, title, (constraints) =>
    withoutAt(constraints, placeOf(segment, constraint)),
  );
}

function planConstraints(
  segment: BasedSegment,
  title: string,
  edit: (constraints: readonly ConstraintState[]) => readonly ConstraintState[],
): Plan {
  return planSegmentState(segment, title, (state) => ({ ...state, constraints: edit(state.constraints) }));
}

function placeOf({ constraints }: Segment, { id }: Constraint): number {
  return constraints.findIndex((constraint) => constraint.id === id);
}
