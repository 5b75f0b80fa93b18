import { ConflictError, NotFoundError, quote, type Revision, type SubjectKey } from '@pennon/domain';
import { type States, statesOf } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { allMakersOf, assertNotAhead, lostText } from './conflicts';
import { keptRevision, latestRevision, LostRevisionError, statesAt } from './past-states';

/** What some flags and segments were at one revision. */
export interface StatesAt {
  readonly revision: Revision;
  readonly states: States;
}

/**
 * What a change that waits is based on.
 *
 * @param asked The revision that its author has seen; undefined for the present one.
 * @param subjects All that the change names.
 * @throws InvalidFieldError if there is no such revision yet, NotFoundError if the history does not go back to it or
 *   there is no such namespace, and ConflictError if it was lost, in a failover or by a restored backup.
 */
export async function baseStates(
  stores: Stores,
  namespaceKey: string,
  asked: Revision | undefined,
  subjects: readonly SubjectKey[],
): Promise<StatesAt> {
  const present = await stores.namespaces.revisionOf(namespaceKey);
  if (present === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
  const revision = asked === undefined ? present : await baseRevision(stores, namespaceKey, asked, subjects);
  const found = await statesAt(stores, namespaceKey, revision.revision, subjects);
  return { revision, states: statesOf(found.flatMap(({ state }) => state ?? [])) };
}

async function baseRevision(
  stores: Stores,
  namespaceKey: string,
  asked: Revision,
  subjects: readonly SubjectKey[],
): Promise<Revision> {
  assertNotAhead(asked, (await latestRevision(stores, namespaceKey)).revision);
  try {
    return await keptRevision(stores, namespaceKey, asked);
  } catch (error) {
    if (!(error instanceof LostRevisionError)) throw error;
    throw new ConflictError(lostText(asked), {
      conflicts: await allMakersOf(stores, namespaceKey, subjects),
    });
  }
}
