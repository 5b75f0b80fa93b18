import { type JsonNode } from './json-node';

/** How many entries of one object or array are shown; the text has them all. */
export const SHOWN_ENTRIES = 100;

/** How many levels are shown below the outermost value. */
export const SHOWN_LEVELS = 10;

/** The place of the outermost value. */
export const ROOT = '';

/** One line of a tree. */
export type TreeRow = ValueRow | RestRow;

interface RowPlace {
  /** The places on the way from the outermost value, as in `/0/3`. */
  readonly path: string;
  /** From 1. */
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

export interface ValueRow extends RowPlace {
  readonly kind: 'value';
  /** Undefined of the outermost value. */
  readonly name: string | undefined;
  readonly node: JsonNode;
  /** Undefined of what cannot be opened: it holds nothing, or lies too deep. */
  readonly isOpen: boolean | undefined;
}

/** Stands for the entries that are not shown. */
export interface RestRow extends RowPlace {
  readonly kind: 'rest';
  readonly count: number;
}

/** The lines of a tree that show while the objects and arrays at these paths are open, within the bounds above. */
export function treeRows(root: JsonNode, opened: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const show = (node: JsonNode, name: string | undefined, place: RowPlace): void => {
    const entries = 'entries' in node ? node.entries : [];
    const { path, level } = place;
    const canOpen = entries.length > 0 && level <= SHOWN_LEVELS;
    const isOpen = canOpen ? opened.has(path) : undefined;
    rows.push({ ...place, kind: 'value', name, node, isOpen });
    if (isOpen !== true) return;
    const rest = entries.length - SHOWN_ENTRIES;
    const siblings = rest > 0 ? SHOWN_ENTRIES + 1 : entries.length;
    for (const [index, entry] of entries.slice(0, SHOWN_ENTRIES).entries()) {
      const below = { path: `${path}/${index}`, level: level + 1, position: index + 1, siblings };
      show(entry.node, entry.name, below);
    }
    if (rest > 0) {
      rows.push({
        kind: 'rest',
        count: rest,
        path: `${path}/rest`,
        level: level + 1,
        position: siblings,
        siblings,
      });
    }
  };
  show(root, undefined, { path: ROOT, level: 1, position: 1, siblings: 1 });
  return rows;
}
