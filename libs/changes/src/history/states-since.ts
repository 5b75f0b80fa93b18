import { groupBy, NotFoundError, type Revision, type SubjectKey } from '@pennon/domain';
import { nameOf, type PastStates, type States, statesOf, type SubjectState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { forgotten, revisionMade, type RevisionMade } from './conflicts';
import { keptRevision, pastState, statesAt } from './past-states';

/** What some flags and segments were at a revision, and what became of them since. */
export interface StatesSince {
  readonly base: States;
  /** What each revision that changed one of them made of all, the earliest first; the last is the present. */
  readonly past: readonly PastStates<RevisionMade>[];
}

/** Most changes that are told one by one. */
const MAX_CHANGES = 500;

/**
 * What subjects were at a revision, and since. Of very many changes the latest are told, and what the others made of
 * the subjects.
 *
 * @param subjects Also such as nobody has changed.
 * @throws NotFoundError if the state of that revision is not known.
 */
export async function statesSince(
  stores: Stores,
  namespaceKey: string,
  asked: Revision,
  subjects: readonly SubjectKey[],
): Promise<StatesSince> {
  const { revision } = await keptRevision(stores, namespaceKey, asked);
  const statesThen = async (then: number): Promise<Map<string, SubjectState | undefined>> => {
    const found = await statesAt(stores, namespaceKey, then, subjects);
    return new Map(found.map((one) => [nameOf(one), one.state]));
  };
  const states = await statesThen(Number.MAX_SAFE_INTEGER);
  const items = await stores.history.itemsAfter(namespaceKey, revision, subjects, MAX_CHANGES);
  const past: PastStates<RevisionMade>[] = [];
  for (const [number, ofRevision] of groupBy(items, (item) => item.revision)) {
    past.unshift({
      revision: await revisionMade(stores.history, namespaceKey, number),
      states: statesIn(states),
    });
    for (const item of ofRevision) states.set(nameOf(item), pastState(item).state);
  }
  const first = items.at(-1);
  if (first === undefined || items.length < MAX_CHANGES) return { base: statesIn(states), past };
  const earlier = { revision: forgotten(first.revision), states: statesIn(states) };
  return { base: statesIn(await statesThen(revision)), past: [earlier, ...past] };
}

/**
 * What became of subjects since a revision. If the history does not go back that far, it begins with what the revisions
 * that it does not have any more made of them.
 */
export async function pastSince(
  stores: Stores,
  namespaceKey: string,
  asked: Revision,
  subjects: readonly SubjectKey[],
): Promise<StatesSince['past']> {
  try {
    return (await statesSince(stores, namespaceKey, asked, subjects)).past;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const earliest = await stores.history.earliest(namespaceKey);
    if (earliest === undefined) return [];
    const known = await statesSince(stores, namespaceKey, { revision: earliest - 1 }, subjects);
    return [{ revision: forgotten(earliest - 1), states: known.base }, ...known.past];
  }
}

function statesIn(states: ReadonlyMap<string, SubjectState | undefined>): States {
  return statesOf([...states.values()].filter((state) => state !== undefined));
}
