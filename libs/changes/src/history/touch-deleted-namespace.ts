import { setImmediate as nextTurn } from 'node:timers/promises';
import { partsOf } from '@pennon/document';
import type { Namespace, SubjectAction, SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { statesIn, type SubjectState } from './subject-state';

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
  const namespace = { kind: 'namespace', key: '' } as const;
  trail.touch(namespace, 'deleted', { ...namespace, createdAt, value: { name, description } });
  const keys = await contents.keys(namespaceKey);
  for (const parts of partsOf(keys)) {
    for (const state of statesIn(await contents.read(namespaceKey, parts)))
      trail.touch(state, 'deleted', state);
    await nextTurn();
  }
}
