import { type ImportChange, type NamespaceOutline } from '@pennon/document';
import type { NamespaceContents, SubjectAction, SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import type { Trail } from '../commit/trail';
import { readStates, type RowsReading, type SubjectKeys } from '../history/read-states';
import { nameOf, statesIn, type SubjectState } from '../history/subject-state';
import { subjectOf } from './tally';

/** A subject of a part of a plan, and what is done to it. */
interface PlannedSubject extends SubjectKey {
  readonly action: SubjectAction;
}

/**
 * Takes down which subjects a part of a plan changes, and what they were.
 *
 * @param outline The namespace before the plan; undefined when there was none.
 * @param rows Those that the part was planned for. What is deleted need not be among them: it is read.
 */
export async function touchPlanned(
  stores: Stores,
  trail: Trail,
  namespaceKey: string,
  outline: NamespaceOutline | undefined,
  changes: readonly ImportChange[],
  rows: NamespaceContents,
): Promise<void> {
  if (changes.length === 0) return;
  const subjects = plannedSubjects(changes);
  const states = new Map(statesIn(rows).map((state) => [nameOf(state), state]));
  const unread = [...subjects.values()].filter(
    (subject) => subject.action === 'deleted' && !states.has(nameOf(subject)),
  );
  const reading: RowsReading = { rows: (parts) => stores.contents.read(namespaceKey, parts) };
  for await (const state of readStates(reading, keysOf(unread))) trail.touch(state, 'deleted', state);
  for (const subject of subjects.values()) {
    const before = subject.kind === 'namespace' ? stateOf(outline) : states.get(nameOf(subject));
    if (subject.action !== 'deleted' || before !== undefined) trail.touch(subject, subject.action, before);
  }
}

/** What a part does to each of its subjects, by name: one that is deleted and created is updated. */
function plannedSubjects(changes: readonly ImportChange[]): ReadonlyMap<string, PlannedSubject> {
  const subjects = new Map<string, PlannedSubject>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const isWhole = change.kind === subject.kind;
    const name = nameOf(subject);
    const isNew = !subjects.has(name);
    const action = isWhole && isNew ? wholeActions[change.action] : 'updated';
    subjects.set(name, { ...subject, action });
  }
  return subjects;
}

const wholeActions = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function stateOf(outline: NamespaceOutline | undefined): SubjectState | undefined {
  if (outline === undefined) return undefined;
  const { name, description } = outline.namespace;
  return { kind: 'namespace', key: '', createdAt: 0, value: { name, description } };
}

function keysOf(subjects: readonly SubjectKey[]): SubjectKeys {
  const ofKind = (wanted: SubjectKey['kind']): readonly string[] =>
    subjects.filter(({ kind }) => kind === wanted).map(({ key }) => key);
  return { flagKeys: ofKind('flag'), segmentKeys: ofKind('segment') };
}
