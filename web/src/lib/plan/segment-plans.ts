import { type ConstraintState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Constraint, type Segment } from '../model';
import { type ConstraintValues, type SegmentDraft, type SegmentValues } from './drafts';
import { replacedAt, withoutAt } from './order';
import { type Plan } from './plan';
import { segmentText } from './segment-part-words';
import { constraintState, segmentState } from './segment-state';
import { type BasedSegment, planSegmentState } from './state-plans';
import { creation, deletion } from './words';

/** Creates a segment with its constraints. @param base The latest revision before it was seen to be missing. */
export function planSegmentCreate(namespaceKey: string, draft: SegmentDraft, base?: string): Plan {
  const segment = segmentState(draft);
  const subject = copy.segment(draft.key);
  return {
    title: copy.create(subject),
    namespaceKey,
    changes: [creation(subject, segmentText(segment))],
    wanted: { base, segments: [{ state: segment }], created: { flags: [], segments: [draft.key] } },
  };
}

/** Changes name, description and match type of a segment. */
export function planSegmentUpdate(segment: BasedSegment, values: SegmentValues): Plan {
  const { name, description, matchType } = segmentState({ ...segment, ...values });
  const title = copy.update(copy.segment(segment.key));
  return planSegmentState(segment, title, (state) => ({ ...state, name, description, matchType }));
}

/** Deletes a segment that nothing uses: the server refuses others. */
export function planSegmentDelete(segment: Segment): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.segment(key);
  return {
    title: copy.delete(subject),
    namespaceKey,
    changes: [deletion(subject, segmentText(segmentState(segment)))],
    wanted: { deleted: { flags: [], segments: [key] } },
  };
}

/** Adds a constraint to a segment. @param more Those that are added with it, as the rest of its list. */
export function planConstraintCreate(
  segment: BasedSegment,
  values: ConstraintValues,
  ...more: readonly ConstraintValues[]
): Plan {
  const added = more.length === 0 ? copy.constraint(values.property) : copy.constraints(more.length + 1);
  return planConstraints(segment, copy.create(copy.of(added, segment.key)), (constraints) => [
    ...constraints,
    ...[values, ...more].map(constraintState),
  ]);
}

/** Changes a constraint. @param more Constraints that are added with it, as the rest of its list. */
export function planConstraintUpdate(
  segment: BasedSegment,
  constraint: Constraint,
  values: ConstraintValues,
  ...more: readonly ConstraintValues[]
): Plan {
  const title = copy.update(copy.of(copy.constraint(constraint.property), segment.key));
  return planConstraints(segment, title, (constraints) => [
    ...replacedAt(constraints, placeOf(segment, constraint), constraintState(values)),
    ...more.map(constraintState),
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
