import { type FlagContents, type Segment } from '../model';
import { type Change } from '../plan/plan';
import { flagDifferences, segmentDifferences } from './differences';

/** All of a namespace that can be compared or copied. */
export interface NamespaceContents {
  readonly flags: readonly FlagContents[];
  readonly segments: readonly Segment[];
}

/** A flag or segment on one side or both. */
export interface ComparedItem {
  readonly kind: 'flag' | 'segment';
  readonly key: string;
  readonly state: 'only-left' | 'only-right' | 'different' | 'same';
  /** From left to right; empty unless the state is `different`. */
  readonly changes: readonly Change[];
}

/** Two namespaces side by side, segments first, by key. */
export function compareNamespaces(
  left: NamespaceContents,
  right: NamespaceContents,
): readonly ComparedItem[] {
  return [
    ...compareByKey('segment', keyed(left.segments), keyed(right.segments), segmentDifferences),
    ...compareByKey('flag', flagsByKey(left), flagsByKey(right), flagDifferences),
  ];
}

function compareByKey<Item>(
  kind: ComparedItem['kind'],
  left: ReadonlyMap<string, Item>,
  right: ReadonlyMap<string, Item>,
  differences: (left: Item, right: Item) => readonly Change[],
): readonly ComparedItem[] {
  const keys = [...new Set([...left.keys(), ...right.keys()])].toSorted();
  return keys.map((key): ComparedItem => {
    const [from, to] = [left.get(key), right.get(key)];
    if (from === undefined) return { kind, key, state: 'only-right', changes: [] };
    if (to === undefined) return { kind, key, state: 'only-left', changes: [] };
    const changes = differences(from, to);
    return { kind, key, state: changes.length === 0 ? 'same' : 'different', changes };
  });
}

function keyed(segments: readonly Segment[]): ReadonlyMap<string, Segment> {
  return new Map(segments.map((segment) => [segment.key, segment]));
}

function flagsByKey({ flags }: NamespaceContents): ReadonlyMap<string, FlagContents> {
  return new Map(flags.map((contents) => [contents.flag.key, contents]));
}
