import type { ImportChange, NamespaceOutline } from '@pennon/document';
import type { NamespaceContents } from '@pennon/domain';
import { readStates, subjectKeysOf, type RowsReading } from '../history/read-states';
import { nameOf, statesIn, type SubjectState } from '../history/subject-state';
import { subjectOf } from './tally';

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
