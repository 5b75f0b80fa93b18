/** One thing to go to or to do. */
export interface PaletteEntry {
  readonly kind: 'action' | 'page' | 'flag' | 'segment' | 'namespace';
  readonly label: string;
  /** Of flags, segments and namespaces: what people type to find them. */
  readonly key?: string;
  /** Where it leads, unless it is an action. */
  readonly path?: string;
  readonly run: () => void;
  /** Goes on within the palette. */
  readonly staysOpen?: boolean;
}

/** How many entries are shown: people narrow a search rather than scroll further. */
const SHOWN = 50;

/** How many of those that were opened come before the rest: what can be done here stays in sight. */
const RECENT = 8;

/**
 * The entries that have every word of the query in label or key, best first: keys that begin with it, those of flags
 * before others; labels that begin with it; then the rest, in the order given. Without a query it is all of them, those
 * with a recent address first.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recents: readonly string[] = [],
): readonly PaletteEntry[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') {
    const first = recentEntries(entries, recents);
    const next = entries.slice(0, SHOWN + first.length).filter((entry) => !first.includes(entry));
    return [...first, ...next].slice(0, SHOWN);
  }
  const words = wanted.split(/\s+/);
  const ranks: PaletteEntry[][] = [[], [], [], []];
  for (const entry of entries) {
    const label = entry.label.toLowerCase();
    const key = entry.key?.toLowerCase();
    const text = `${label} ${key ?? ''}`;
    if (words.every((word) => text.includes(word)))
      ranks[rankOf(entry.kind, label, key, wanted)]?.push(entry);
  }
  return ranks.flat().slice(0, SHOWN);
}

/**
 * The entries that were opened last, which come before the rest. What was opened and is gone has none; of two entries
 * for one address the first stands for it.
 */
export function recentEntries(
  entries: readonly PaletteEntry[],
  recents: readonly string[],
): readonly PaletteEntry[] {
  const wanted = new Set(recents);
  const byPath = new Map<string, PaletteEntry>();
  for (const entry of entries) {
    const { path } = entry;
    if (path !== undefined && wanted.has(path) && !byPath.has(path)) byPath.set(path, entry);
  }
  return recents.flatMap((path) => byPath.get(path) ?? []).slice(0, RECENT);
}

function rankOf(kind: PaletteEntry['kind'], label: string, key: string | undefined, wanted: string): number {
  if (key?.startsWith(wanted) === true) return kind === 'flag' ? 0 : 1;
  return label.startsWith(wanted) ? 2 : 3;
}
