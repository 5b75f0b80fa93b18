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
import { idFrom } from './paths';
import { type Plan, type Step } from './plan';
import {
  changedFields,
  constraintText,
  creation,
  deletion,
  matchTypeText,
  segmentText,
  wholeConstraintText,
} from './words';

/** Creates a segment with its constraints. */
export function planSegmentCreate(namespaceKey: string, draft: SegmentDraft): Plan {
  const subject = copy.segment(draft.key);
  return {
    title: copy.create(subject),
    namespaceKey,
    changes: [creation(subject, segmentText(draft))],
    steps: createSegmentSteps(namespaceKey, draft),
    inverse: {
      title: copy.delete(subject),
      namespaceKey,
      changes: [deletion(subject, segmentText(draft))],
      steps: [{ title: copy.delete(subject), call: deleteSegmentCall(namespaceKey, draft.key) }],
    },
  };
}

/** Changes name, description and match type of a segment. */
export function planSegmentUpdate(segment: Segment, values: SegmentValues): Plan {
  const { namespaceKey, key } = segment;
  const subject = copy.segment(key);
  const planOf = (title: string, from: SegmentValues, to: SegmentValues): Plan => {
    const { name, description, matchType } = copy.subjects;
    const changes = changedFields(subject, [
      { name, before: from.name, after: to.name },
      { name: description, before: from.description, after: to.description },
      { name: matchType, before: matchTypeText(from.matchType), after: matchTypeText(to.matchType) },
    ]);
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
    changes: [deletion(subject, segmentText(segment))],
    steps: [{ title: copy.delete(subject), call: deleteSegmentCall(namespaceKey, key) }],
    inverse: {
      title: copy.restore(subject),
      namespaceKey,
      changes: [creation(subject, segmentText(segment))],
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
    changes: [creation(subject, wholeConstraintText(values))],
    steps: [createConstraintStep(namespaceKey, key, values, name)],
    inverse: {
      title: copy.delete(copy.of(subject, key)),
      namespaceKey,
      changes: [deletion(subject, wholeConstraintText(values))],
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
    const textOf = (each: ConstraintValues): string =>
      isTypeChanged ? wholeConstraintText({ ...each, description: '' }) : constraintText(each);
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
    changes: [deletion(subject, wholeConstraintText(constraint))],
    steps: [deleteConstraintStep(segment, constraint)],
    inverse: {
      title: copy.restore(copy.of(subject, key)),
      namespaceKey,
      changes: [creation(subject, wholeConstraintText(constraint))],
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
