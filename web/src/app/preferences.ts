import { useSyncExternalStore } from 'react';
import * as z from '@/lib/zod';
import { createKeptStore } from './kept-store';

/** The one key of local storage, which `public/theme.js` reads as well. It holds no secret. */
const STORAGE_KEY = 'pennon.preferences';

/** Increased when older preferences cannot be read any more; they are then forgotten. */
const VERSION = 1;

/** What this browser remembers. A member that cannot be read has its default. */
const schema = z.object({
  /** Undefined until chosen: then the server's `ui.theme` counts. */
  theme: z.catch(z.optional(z.enum(['light', 'dark', 'system'])), undefined),
  isUtc: z.catch(z.boolean(), false),
  density: z.catch(z.enum(['comfortable', 'compact']), 'comfortable'),
  motion: z.catch(z.enum(['system', 'reduced']), 'system'),
  /** Shortcuts of one key without Ctrl, Alt or ⌘ can disturb (WCAG 2.1.4). */
  hasSingleKeys: z.catch(z.boolean(), true),
  guardedNamespaces: z.catch(z.array(z.string()), []),
  staleAfterDays: z.catch(z.number(), 30),
  /** The language of code snippets; empty until chosen. */
  snippetLanguage: z.catch(z.string(), ''),
  /** The namespace of the last visit; empty before the first. */
  namespaceKey: z.catch(z.string(), ''),
  isSidebarCollapsed: z.catch(z.boolean(), false),
  /** The columns of the flags list, by name; undefined until chosen. */
  flagColumns: z.catch(z.optional(z.array(z.string())), undefined),
  /** Saved views of the flags list. */
  flagViews: z.catch(
    z.array(
      z.object({
        name: z.string(),
        query: z.string(),
        /** As in the address; empty for the order of creation. */
        sort: z.string(),
        columns: z.array(z.string()),
      }),
    ),
    [],
  ),
  /** How many flags a page of the list shows; 0 is all of them. */
  flagsPerPage: z.catch(z.number(), 50),
  /** True once someone has left the first-run page. */
  isOnboarded: z.catch(z.boolean(), false),
});

export type Preferences = Readonly<z.infer<typeof schema>>;

const defaults = schema.parse({});

const store = createKeptStore(STORAGE_KEY, read, (preferences) =>
  JSON.stringify({ version: VERSION, ...preferences }),
);

/** The preferences as they are now, for code outside components. */
export const currentPreferences = store.get;

export function usePreferences(): Preferences {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  store.set({ ...store.get(), [name]: value });
}

/** Forgets every choice but the namespace, saved views, and that this is no first run. */
export function resetPreferences(): void {
  const { namespaceKey, isOnboarded, flagViews } = store.get();
  store.set({ ...defaults, namespaceKey, isOnboarded, flagViews });
}

function read(text: string): Preferences {
  try {
    const value: unknown = JSON.parse(text);
    const isReadable =
      typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION;
    return isReadable ? schema.parse(value) : defaults;
  } catch {
    return defaults;
  }
}
