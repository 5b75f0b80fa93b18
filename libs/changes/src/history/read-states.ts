import { setImmediate as nextTurn } from 'node:timers/promises';
import { partsOf } from '@pennon/document';
import type { NamespaceContents, NamespaceParts } from '@pennon/domain';
import { statesIn, type SubjectState } from './subject-state';

/** Flags and segments by their keys. */
export interface SubjectKeys {
  readonly flagKeys: readonly string[];
  readonly segmentKeys: readonly string[];
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
