import { applyEdits, type EditedStates, type States, statesOf } from '@pennon/state';
import { readAllStates, type RowsReading, subjectKeysOf } from '../history/read-states';
import { subjectsOf, type WantedState } from './wanted-state';

/**
 * What is wanted, with what edits make of the flags and segments that there are in their place.
 *
 * @param shown What they were when the edits were made; undefined for edits of what there is.
 * @throws What {@link applyEdits} throws.
 */
export async function resolveEdits(
  reading: RowsReading,
  wanted: WantedState,
  shown: States | undefined,
): Promise<WantedState> {
  if (wanted.edits === undefined) return wanted;
  const present = statesOf(await readAllStates(reading, subjectKeysOf(subjectsOf(wanted))));
  return resolvedOn(present, wanted, shown);
}

/** The same, of states that are known. */
export function resolvedOn(present: States, wanted: WantedState, shown: States | undefined): WantedState {
  const { edits, ...others } = wanted;
  if (edits === undefined) return wanted;
  const edited = applyEdits(edits, editable(present), shown?.flags);
  return { ...others, document: { ...others.document, ...edited } };
}

/** What edits may be of. */
export function editable({ flags, segments }: States): EditedStates {
  return { flags: [...flags.values()], segments: [...segments.values()] };
}
