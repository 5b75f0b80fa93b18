import { useEffect, useLayoutEffect, useRef } from 'react';
import { createStore } from '@/lib/store';

export interface ShortcutNames {
  /** What it does, as the help of shortcuts says it. */
  readonly label: string;
  /** Where it works, as in `Everywhere` or `Lists`: the heading it is listed under. */
  readonly where: string;
  /** Works while a text field has the focus, too. */
  readonly inFields?: boolean;
}

export interface Shortcut extends ShortcutNames {
  /** One press or two after another: `?`, `g f`, `mod+k`, `alt+shift+arrowup`; `mod` is ⌘ on Apple's keyboards. */
  readonly keys: string;
  readonly run: (event: KeyboardEvent) => void;
}

const registered = createStore<readonly Shortcut[]>([]);

/** The shortcuts that work now; of two with the same keys the last one counts. */
export const shortcuts = { get: registered.get, subscribe: registered.subscribe };

/** A shortcut that works, and is in the help, while the calling component is on the page. */
export function useShortcut(
  keys: string,
  action: (event: KeyboardEvent) => void,
  { label, where, inFields = false }: ShortcutNames,
): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  // Before anything is seen, so that nobody presses in vain what the page already says.
  useLayoutEffect(() => {
    const shortcut: Shortcut = {
      keys,
      label,
      where,
      inFields,
      run: (event) => {
        latest.current(event);
      },
    };
    registered.set([...registered.get(), shortcut]);
    return () => {
      registered.set(registered.get().filter((other) => other !== shortcut));
    };
  }, [keys, label, where, inFields]);
}
