import { createStore, type Store } from '@/lib/store';

/**
 * A value that this browser keeps under a name, the same in all its tabs. `read` takes any text, also an empty one,
 * which stands for nothing kept; what `write` makes an empty text of is not kept.
 */
export function createKeptStore<T>(
  name: string,
  read: (text: string) => T,
  write: (value: T) => string,
): Store<T> {
  const store = createStore(read(keptText(name)));
  // Another tab changed it.
  window.addEventListener('storage', ({ key }) => {
    if (key === name || key === null) store.set(read(keptText(name)));
  });
  return {
    ...store,
    set: (next) => {
      store.set(next);
      keepText(name, write(next));
    },
  };
}

function keptText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function keepText(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Storage is blocked or full: the value holds until the page is closed.
  }
}
