import type { ImportChange } from '@pennon/document';
import type { SubjectAction, SubjectKey } from '@pennon/domain';
import type { Trail } from '../commit/trail';
import { nameOf, type SubjectState } from '../history/subject-state';
import { subjectOf } from './tally';

/** A subject of a part of a plan, and what is done to it. */
interface PlannedSubject extends SubjectKey {
  readonly action: SubjectAction;
}

/** Takes down which subjects a part of a plan changes. @param present What they were. */
export function touchPlanned(
  trail: Trail,
  changes: readonly ImportChange[],
  present: readonly SubjectState[],
): void {
  const states = new Map(present.map((state) => [nameOf(state), state]));
  for (const subject of plannedSubjects(changes)) {
    const before = states.get(nameOf(subject));
    if (subject.action !== 'deleted' || before !== undefined) trail.touch(subject, subject.action, before);
  }
}

/** What a part does to each of its subjects: one that is deleted and created is updated. */
function plannedSubjects(changes: readonly ImportChange[]): Iterable<PlannedSubject> {
  const subjects = new Map<string, PlannedSubject>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const isWhole = change.kind === subject.kind;
    const name = nameOf(subject);
    const isNew = !subjects.has(name);
    const action = isWhole && isNew ? wholeActions[change.action] : 'updated';
    subjects.set(name, { ...subject, action });
  }
  return subjects.values();
}

const wholeActions = { create: 'created', update: 'updated', delete: 'deleted' } as const;
