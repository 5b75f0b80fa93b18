import { type NamespaceStates } from './documents';
import { flagChanges } from './plan/flag-part-words';
import { type Change } from './plan/plan';
import { segmentChanges } from './plan/segment-part-words';

/** A flag or segment on one side or both. */
export interface ComparedItem {
  readonly kind: 'flag' | 'segment';
  readonly key: string;
  readonly state: 'only-left' | 'only-right' | 'different' | 'same';
  /** From left to right; empty unless the state is `different`. */
  readonly changes: readonly Change[];
}

/** Two namespaces side by side, segments first, by key. */
export function compareNamespaces(left: NamespaceStates, right: NamespaceStates): readonly ComparedItem[] {
  return [
    ...compareByKey('segment', left.segments, right.segments, segmentChanges),
    ...compareByKey('flag', left.flags, right.flags, flagChanges),
  ];
}

function compareByKey<State extends { readonly key: string }>(
  kind: ComparedItem['kind'],
  left: readonly State[],
  right: readonly State[],
  changesOf: (left: State, right: State) => readonly Change[],
): readonly ComparedItem[] {
  const [leftByKey, rightByKey] = [byKey(left), byKey(right)];
  const keys = [...new Set([...leftByKey.keys(), ...rightByKey.keys()])].toSorted();
  return keys.map((key): ComparedItem => {
    const [from, to] = [leftByKey.get(key), rightByKey.get(key)];
    if (from === undefined) return { kind, key, state: 'only-right', changes: [] };
    if (to === undefined) return { kind, key, state: 'only-left', changes: [] };
    const changes = changesOf(from, to);
    return { kind, key, state: changes.length === 0 ? 'same' : 'different', changes };
  });
}

function byKey<State extends { readonly key: string }>(states: readonly State[]): ReadonlyMap<string, State> {
  return new Map(states.map((state) => [state.key, state]));
}
