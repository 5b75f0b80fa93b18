import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ImportChange, partsOf } from '@pennon/document';
import {
  NAMESPACE_SUBJECT,
  type Namespace,
  type NamespaceContents,
  type NamespaceParts,
  type SubjectAction,
  type SubjectKey,
  type SubjectKind,
} from '@pennon/domain';
import type { SubjectState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { statesIn } from './stored-states';

/** Flags and segments by their keys. */
export interface SubjectKeys {
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
}

/** The keys of the flags and segments among subjects. */
export function subjectKeysOf(subjects: readonly SubjectKey[]): SubjectKeys {
  const ofKind = (wanted: SubjectKind): readonly string[] =>
    subjects.filter(({ kind }) => kind === wanted).map(({ key }) => key);
  return { flagKeys: ofKind('flag'), segmentKeys: ofKind('segment') };
}

/** Reads the rows of some flags and segments. */
export interface RowsReading {
  rows(parts: NamespaceParts): Promise<NamespaceContents>;
}

/** Reads what some flags and segments are, part by part; others have their turn in between. */
export async function* readStates(reading: RowsReading, keys: SubjectKeys): AsyncGenerator<SubjectState> {
  for (const parts of partsOf(keys)) {
    yield* statesIn(await reading.rows(parts));
    await nextTurn();
  }
}

/** The same, all of them. */
export async function readAllStates(
  reading: RowsReading,
  keys: SubjectKeys,
): Promise<readonly SubjectState[]> {
  const states: SubjectState[] = [];
  for await (const state of readStates(reading, keys)) states.push(state);
  return states;
}

/** Is told which subjects a change touches, what they were, and what people are told of them. */
interface Toucher {
  touch(subject: SubjectKey, action: SubjectAction, before: SubjectState | undefined): void;
  tells(changes: readonly ImportChange[]): void;
}

/** Takes down that a namespace is deleted with all that is in it; others have their turn in between. */
export async function touchDeletedNamespace(
  { contents }: Stores,
  { key: namespaceKey, name, description, createdAt }: Namespace,
  trail: Toucher,
): Promise<void> {
  const value = { name, description };
  trail.touch(NAMESPACE_SUBJECT, 'deleted', { kind: 'namespace', key: '', createdAt, value });
  trail.tells([{ kind: 'namespace', key: namespaceKey, action: 'delete' }]);
  const reading: RowsReading = { rows: (parts) => contents.read(namespaceKey, parts) };
  for await (const state of readStates(reading, await contents.keys(namespaceKey))) {
    trail.touch(state, 'deleted', state);
    trail.tells([{ kind: state.kind, key: state.key, action: 'delete' }]);
  }
}
