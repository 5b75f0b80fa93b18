import { NAMESPACE_SUBJECT, type Namespace, type SubjectAction, type SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { type RowsReading, readStates } from './read-states';
import type { SubjectState } from './subject-state';

/** Is told which subjects a change touches, and what they were. */
interface Toucher {
  touch(subject: SubjectKey, action: SubjectAction, before: SubjectState | undefined): void;
}

/** Takes down that a namespace is deleted with all that is in it; others have their turn in between. */
export async function touchDeletedNamespace(
  { contents }: Stores,
  { key: namespaceKey, name, description, createdAt }: Namespace,
  trail: Toucher,
): Promise<void> {
  const value = { name, description };
  trail.touch(NAMESPACE_SUBJECT, 'deleted', { kind: 'namespace', key: '', createdAt, value });
  const reading: RowsReading = { rows: (parts) => contents.read(namespaceKey, parts) };
  for await (const state of readStates(reading, await contents.keys(namespaceKey)))
    trail.touch(state, 'deleted', state);
}
