import { type Decision } from '@pennon/state';
import { type QueryClient } from '@tanstack/react-query';
import { isNotFound } from '@/api/api-error';
import { type ChangeConflict } from '@/api/changes';
import { readFlag } from '@/api/flags';
import { latestRevision } from '@/api/revision';
import { segmentQuery } from '@/api/segments';
import { conflictsCopy } from '@/copy/conflicts';
import { conflictText } from '@/lib/plan/conflict-words';
import { type Plan, type Wanted } from '@/lib/plan/plan';
import { type Latest, type Settled, settleConflicts } from '@/lib/plan/settle-conflicts';
import { type Choice, type ConflictRow, defaultChoice } from './conflict-rows';
import { makerText, placeText } from './change-words';
import { askConflict } from './questions';

/**
 * Asks whose values to keep where others have changed what a plan changes, over what is there now.
 *
 * @param told The conflicts as the server told them, which knows whose changes they are.
 * @returns what to save then; undefined to save nothing.
 */
export async function askToSettle(
  client: QueryClient,
  { title, namespaceKey }: Plan,
  wanted: Wanted,
  told: readonly ChangeConflict[],
): Promise<Settled | undefined> {
  const latest = await readLatest(client, namespaceKey, wanted);
  const chosen = new Map<string, Decision>();
  for (;;) {
    const settled = settleConflicts(wanted, latest, (place) => chosen.get(placeText(place)));
    const { conflicts } = settled;
    if (conflicts.length === 0) return settled;
    // What refers to something that is gone cannot be kept by a choice.
    const canChoose = conflicts.every((conflict) => conflict.with === undefined);
    const choices = await askConflict(
      title,
      conflicts.map((conflict) => rowOf(conflict, told)),
      canChoose,
    );
    if (choices === undefined) return undefined;
    for (const place of conflicts) {
      const id = placeText(place);
      chosen.set(id, decisions[choices.get(id) ?? defaultChoice(rowOf(place, told))]);
    }
  }
}

const decisions = { yours: 'mine', theirs: 'latest', both: 'both' } as const satisfies Record<
  Choice,
  Decision
>;

function rowOf(
  { base, mine, latest, with: gone, ...place }: Settled['conflicts'][number],
  told: readonly ChangeConflict[],
): ConflictRow {
  const label = placeText(place);
  const made = told.find((conflict) => placeText(conflict.place) === label);
  return {
    id: label,
    label,
    ...noteOf([gone && conflictsCopy.gone(placeText(gone)), made && makerText(made)]),
    // New rows at one place: nothing but their order is open.
    mayBeBoth: place.item === 'order of new',
    before: conflictText(place, base),
    yours: conflictText(place, mine),
    theirs: conflictText(place, latest),
  };
}

function noteOf(texts: readonly (string | undefined)[]): Pick<ConflictRow, 'note'> {
  const note = texts.filter((text) => text !== undefined && text !== '').join(' ');
  return note === '' ? {} : { note };
}

async function readLatest(
  client: QueryClient,
  namespaceKey: string,
  { flags = [], segments = [] }: Wanted,
): Promise<Latest> {
  // What is read after it is at least as new: what changes in between is the same on both sides, and no conflict.
  const base = await latestRevision(namespaceKey);
  const [readFlags, readSegments] = await Promise.all([
    Promise.all(flags.map(({ state }) => ifThere(readFlag(client, namespaceKey, state.key)))),
    Promise.all(
      segments.map(({ state }) =>
        ifThere(client.query({ ...segmentQuery(namespaceKey, state.key), staleTime: 0 })),
      ),
    ),
  ]);
  return {
    base,
    flags: readFlags.flatMap((flag) => flag ?? []),
    segments: readSegments.flatMap((one) => one ?? []),
  };
}

async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
