import { groupBy, type Revision, type SubjectKey } from '@pennon/domain';
import { nameOf, type PastStates, type States, statesOf, type SubjectState } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { revisionMade, type RevisionMade } from './conflicts';
import { keptRevision, latestRevision, pastState, statesAt } from './past-states';

/** What some flags and segments were at a revision, and what became of them since. */
export interface StatesSince {
  readonly base: States;
  /** What each revision that changed one of them made of all, the earliest first; the last is the present. */
  readonly past: readonly PastStates<RevisionMade>[];
}

/** Most changes that are told one by one; of more, the last one stands for all. */
const MAX_CHANGES = 500;

/**
 * What subjects were at a revision, and since.
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
  // Many subjects are read in several statements, each of which may reach the limit.
  if (items.length >= MAX_CHANGES) {
    const latest = await latestRevision(stores, namespaceKey);
    const made = await revisionMade(stores.history, namespaceKey, latest.revision);
    return {
      base: statesIn(await statesThen(revision)),
      past: [{ revision: made, states: statesIn(states) }],
    };
  }
  const past: PastStates<RevisionMade>[] = [];
  for (const [number, ofRevision] of groupBy(items.toReversed(), (item) => item.revision)) {
    past.unshift({
      revision: await revisionMade(stores.history, namespaceKey, number),
      states: statesIn(states),
    });
    for (const item of ofRevision) states.set(nameOf(item), pastState(item).state);
  }
  return { base: statesIn(states), past };
}

function statesIn(states: ReadonlyMap<string, SubjectState | undefined>): States {
  return statesOf([...states.values()].filter((state) => state !== undefined));
}
