import { isSameState } from '@pennon/state';
import { compareSubjects, type StateChange } from '../history/namespace-history';
import { settled, statesAfter, subjectIn } from './based-state';
import { MAX_ITEMS } from './plan-details';
import type { FoundState } from './stored-change';
import { subjectsOf } from './wanted-state';

/** What a change wanted to make of what it was based on. */
export interface EndedItems {
  /** By kind and key; {@link MAX_ITEMS} at most. */
  readonly items: readonly StateChange[];
  readonly itemsLeftOut: number;
}

/** What a change wanted to make of what it was based on; undefined for one that a version before stored. */
export function endedItems({ wanted, base }: FoundState): EndedItems | undefined {
  if (base === undefined) return undefined;
  const after = statesAfter(base, settled({ wanted, base }));
  const items = subjectsOf(wanted)
    .toSorted(compareSubjects)
    .map((subject) => ({
      ...subject,
      before: subjectIn(base, subject),
      after: subjectIn(after, subject),
    }))
    .filter((item) => !isSameState(item.before, item.after));
  return { items: items.slice(0, MAX_ITEMS), itemsLeftOut: Math.max(0, items.length - MAX_ITEMS) };
}
