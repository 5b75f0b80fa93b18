import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';

const STORAGE_KEY = 'pennon.ignored-findings';

const store = createStore(stored());

/** The ids of findings that are ignored in this browser. */
export function useIgnoredFindings(): ReadonlySet<string> {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function ignoreFinding(id: string): void {
  keep(new Set([...store.get(), id]));
}

export function restoreFinding(id: string): void {
  keep(new Set([...store.get()].filter((other) => other !== id)));
}

function keep(ids: ReadonlySet<string>): void {
  store.set(ids);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...ids]));
  } catch {
    // Storage is blocked or full: they are ignored until the page is closed.
  }
}

function stored(): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
