import { type SegmentState, segmentParts } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Constraint, type Segment } from '../model';
import {
  createConstraintCall,
  createSegmentCall,
  deleteConstraintCall,
  deleteSegmentCall,
  updateConstraintCall,
  updateSegmentCall,
} from './calls';
import { type ConstraintValues, type SegmentDraft, type SegmentValues } from './drafts';
import { joinPlans } from './join-plans';
import { partChanges } from './part-changes';
import { idFrom } from './paths';
import { type Plan, type Step } from './plan';
import { constraintState, segmentState } from './segment-state';
import {
  comparisonText,
  constraintText,
  segmentText,
  segmentPartWords,
  typedComparisonText,
} from './segment-part-words';
import { changedFields, creation, deletion } from './words';

/** Creates a segment with its constraints. */
export function planSegmentCreate(namespaceKey: string, draft: SegmentDraft): Plan {
  const subject = copy.segment(draft.key);
  return {
    title: copy.create(subject),
    namespaceKey,
    changes: [creation(subject, segmentText(segmentState(draft)))],
    steps: createSegmentSteps(namespaceKey, draft),
    inverse: {
      title: copy.delete(subject),
      namespaceKey,
      changes: [deletion(subject, segmentText(segmentState(draft)))],
      steps: [{ title: copy.delete(subject), call: deleteSegmentCall(namespaceKey, draft.key) }],
    },
  };
}

/** Changes name, description and match type of a segment. */
export function planSegmentUpdate(segment: Segment, values: SegmentValues): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.segment(key);
  const planOf = (title: string, from: SegmentValues, to: SegmentValues): Plan => {
    const stateWith = (each: SegmentValues): SegmentState => segmentState({ ...segment, ...each });
    const changes = partChanges(segmentParts, segmentPartWords, subject, stateWith(from), stateWith(to));
    const step = { title: copy.update(subject), call: updateSegmentCall(namespaceKey, key, to) };
    return { title, namespaceKey, changes, steps: changes.length === 0 ? [] : [step] };
  };
  return {
    ...planOf(copy.update(subject), segment, values),
    inverse: planOf(copy.restore(subject), values, segment),
  };
}

/** Deletes a segment that nothing uses: the server refuses others. */
export function planSegmentDelete(segment: Segment): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.segment(key);
  return {
    title: copy.delete(subject),
    namespaceKey,
    changes: [deletion(subject, segmentText(segmentState(segment)))],
    steps: [{ title: copy.delete(subject), call: deleteSegmentCall(namespaceKey, key) }],
    inverse: {
      title: copy.restore(subject),
      namespaceKey,
      changes: [creation(subject, segmentText(segmentState(segment)))],
      steps: createSegmentSteps(namespaceKey, segment),
    },
  };
}

/** Adds a constraint to a segment. @param name What the plan calls its step. */
export function planConstraintCreate(segment: Segment, values: ConstraintValues, name = 'constraint'): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.constraint(values.property);
  return {
    title: copy.create(copy.of(subject, key)),
    namespaceKey,
    changes: [creation(subject, constraintText(constraintState(values)))],
    steps: [createConstraintStep(namespaceKey, key, values, name)],
    inverse: {
      title: copy.delete(copy.of(subject, key)),
      namespaceKey,
      changes: [deletion(subject, constraintText(constraintState(values)))],
      steps: [deleteConstraintStep(segment, { ...values, id: idFrom(name) })],
    },
  };
}

/** Adds several constraints to a segment. */
export function planConstraintsCreate(segment: Segment, list: readonly ConstraintValues[]): Plan {
  const { namespaceKey, key } = segment;
  return joinPlans(
    { title: copy.create(copy.of(copy.constraints(list.length), key)), namespaceKey },
    list.map((values, index) => planConstraintCreate(segment, values, `constraint-${index + 1}`)),
  );
}

/** Changes a constraint. */
export function planConstraintUpdate(
  { namespaceKey, key }: Segment,
  constraint: Constraint,
  values: ConstraintValues,
): Plan {
  const subject = copy.constraint(constraint.property);
  const planOf = (title: string, from: ConstraintValues, to: ConstraintValues): Plan => {
    const isTypeChanged = from.type !== to.type;
    const comparisonOf = isTypeChanged ? typedComparisonText : comparisonText;
    const textOf = (each: ConstraintValues): string => comparisonOf(constraintState(each));
    const { comparison, description } = copy.subjects;
    const changes = changedFields(subject, [
      { name: comparison, before: textOf(from), after: textOf(to) },
      { name: description, before: from.description, after: to.description },
    ]);
    const call = updateConstraintCall(namespaceKey, key, constraint.id, to);
    return { title, namespaceKey, changes, steps: changes.length === 0 ? [] : [{ title, call }] };
  };
  return {
    ...planOf(copy.update(copy.of(subject, key)), constraint, values),
    inverse: planOf(copy.restore(copy.of(subject, key)), values, constraint),
  };
}

/** Deletes a constraint; undone by one like it. */
export function planConstraintDelete(segment: Segment, constraint: Constraint): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.constraint(constraint.property);
  return {
    title: copy.delete(copy.of(subject, key)),
    namespaceKey,
    changes: [deletion(subject, constraintText(constraintState(constraint)))],
    steps: [deleteConstraintStep(segment, constraint)],
    inverse: {
      title: copy.restore(copy.of(subject, key)),
      namespaceKey,
      changes: [creation(subject, constraintText(constraintState(constraint)))],
      steps: [createConstraintStep(namespaceKey, key, constraint, 'constraint')],
    },
  };
}

/** The steps that make a segment and its constraints. */
export function createSegmentSteps(namespaceKey: string, draft: SegmentDraft): readonly Step[] {
  return [
    { title: copy.create(copy.segment(draft.key)), call: createSegmentCall(namespaceKey, draft) },
    ...draft.constraints.map((constraint) => createConstraintStep(namespaceKey, draft.key, constraint)),
  ];
}

/** The step that adds a constraint. @param name What the step is called, if anything refers to it. */
export function createConstraintStep(
  namespaceKey: string,
  segmentKey: string,
  values: ConstraintValues,
  name?: string,
): Step {
  return {
    ...(name !== undefined && { name }),
    title: copy.create(copy.constraint(values.property)),
    call: createConstraintCall(namespaceKey, segmentKey, values),
  };
}

/** The step that removes a constraint. */
export function deleteConstraintStep(
  { namespaceKey, key }: Pick<Segment, 'namespaceKey' | 'key'>,
  { id, property }: Pick<Constraint, 'id' | 'property'>,
): Step {
  return {
    title: copy.delete(copy.constraint(property)),
    call: deleteConstraintCall(namespaceKey, key, id),
  };
}
