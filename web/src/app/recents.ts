import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useParams } from 'react-router';
import * as z from '@/lib/zod';
import { createKeptStore } from './kept-store';
import { openedPath } from './opened-path';

/** How many are kept: some for each of a few namespaces. */
const KEPT = 40;

const schema = z.object({ version: z.literal(1), paths: z.array(z.string()) });

/** Where this browser was, apart from the preferences: it is wiped on its own. */
const store = createKeptStore('pennon.recents', read, (paths) =>
  paths.length === 0 ? '' : JSON.stringify({ version: 1, paths }),
);

/** The addresses of pages, flags and segments that were opened, the last one first. */
export function useRecents(): readonly string[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The address of the page, flag or segment on screen, as it stands among them. */
export function useOpenedPath(): string | undefined {
  const { pathname } = useLocation();
  return openedPath(pathname, useParams());
}

/** Keeps where one goes, before where one went earlier; the oldest are forgotten. */
export function useNoteOpened(): void {
  const path = useOpenedPath();
  useEffect(() => {
    if (path === undefined) return;
    store.set([path, ...store.get().filter((other) => other !== path)].slice(0, KEPT));
  }, [path]);
}

/** Forgets all of them, in every tab of this browser. */
export function forgetRecents(): void {
  store.set([]);
}

function read(text: string): readonly string[] {
  try {
    return schema.parse(JSON.parse(text)).paths;
  } catch {
    return [];
  }
}
