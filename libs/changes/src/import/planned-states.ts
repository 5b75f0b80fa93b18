import type { ImportChange, NamespaceOutline } from '@pennon/document';
import type { NamespaceContents, SubjectAction, SubjectKey } from '@pennon/domain';
import { nameOf, type SubjectState } from '@pennon/state';
import type { Trail } from '../commit/trail';
import { readStates, subjectKeysOf, type RowsReading } from '../history/read-states';
import { statesIn } from '../history/stored-states';
import type { NamespaceReading, RevisionOutline } from '../reading/namespace-reading';
import { subjectOf } from './tally';

/** Looks at a plan while it is made, and may refuse it. */
export interface PlanWatch {
  /** @param present What a part of the plan changes, as it is. */
  add(changes: readonly ImportChange[], present: readonly SubjectState[]): void;
  /** Is called when the plan is complete; a rejection undoes what was done of it. */
  end(): Promise<void>;
}

/**
 * Begins to look at a plan, which may be made anew: then it is called again.
 *
 * @param outline The namespace before the plan; undefined when there is none.
 */
export type WatchPlan = (
  reading: NamespaceReading,
  outline: RevisionOutline | undefined,
) => Promise<PlanWatch>;

/**
 * What a part of a plan changes, as it was before the plan: also what it deletes, which no plan needs and is read.
 *
 * @param outline The namespace before the plan; undefined when there was none.
 * @param rows Those that the part was planned for.
 */
export async function plannedStates(
  reading: RowsReading,
  outline: NamespaceOutline | undefined,
  changes: readonly ImportChange[],
  rows: NamespaceContents,
): Promise<readonly SubjectState[]> {
  if (changes.length === 0) return [];
  const states = [...namespaceStates(outline), ...statesIn(rows)];
  const known = new Set(states.map(nameOf));
  const unread = changes
    .filter(({ kind, action }) => (kind === 'flag' || kind === 'segment') && action === 'delete')
    .map(subjectOf)
    .filter((subject) => !known.has(nameOf(subject)));
  for await (const state of readStates(reading, subjectKeysOf(unread))) states.push(state);
  return states;
}

function namespaceStates(outline: NamespaceOutline | undefined): readonly SubjectState[] {
  if (outline === undefined) return [];
  const { name, description } = outline.namespace;
  return [{ kind: 'namespace', key: '', createdAt: 0, value: { name, description } }];
}

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
