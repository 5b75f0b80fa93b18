import {
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type FlagEdit } from '@/lib/flag-edits';
import { createStore } from '@/lib/store';

const UnsavedEdits = createContext(createStore<readonly FlagEdit[]>([]));

/** Holds what forms of one flag's page would save, for what shows its outcome elsewhere on the page. */
export function UnsavedEditsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [store] = useState(() => createStore<readonly FlagEdit[]>([]));
  return <UnsavedEdits value={store}>{children}</UnsavedEdits>;
}

/** What could be saved now. */
export function useUnsavedEdits(): readonly FlagEdit[] {
  const { subscribe, get } = use(UnsavedEdits);
  return useSyncExternalStore(subscribe, get);
}

/** Tells the page what a form would save; undefined while that is nothing, or not valid. */
export function useTellEdit(edit: FlagEdit | undefined): void {
  const store = use(UnsavedEdits);
  const text = edit === undefined ? undefined : JSON.stringify(edit);
  useEffect(() => {
    if (text === undefined) return undefined;
    // By its text, because forms make the same edit anew whenever they are drawn.
    const told = JSON.parse(text) as FlagEdit;
    store.set([...store.get(), told]);
    return () => {
      store.set(store.get().filter((other) => other !== told));
    };
  }, [store, text]);
}
