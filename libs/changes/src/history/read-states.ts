import { setImmediate as nextTurn } from 'node:timers/promises';
import { partsOf } from '@pennon/document';
import type { NamespaceContents, NamespaceParts, SubjectKey, SubjectKind } from '@pennon/domain';
import { statesIn, type SubjectState } from './subject-state';

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
