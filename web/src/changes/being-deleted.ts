import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';

const store = createStore<string | undefined>(undefined);

/**
 * Tells the page of what is deleted here, by its address, that it is not lost: who deletes it leads away from there.
 * Undefined when that is over; one thing is deleted at a time.
 */
export const setBeingDeleted: (path: string | undefined) => void = store.set;

/** True while what this address leads to is being deleted here. */
export function useIsBeingDeleted(path: string): boolean {
  return useSyncExternalStore(store.subscribe, store.get) === path;
}
