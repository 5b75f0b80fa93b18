import type { Spot, Three } from '../merge/merge-report';

/**
 * One member of a state, as all code needs to know it that compares, plans or merges states.
 *
 * A part says nothing of YAML, protobuf, SQL or React: the rooms of those have a table of their own with the same
 * members.
 */
export interface Part<V> {
  /** What a state means that lacks the member, such as one that was stored before there was the member. */
  readonly none: V;
  /**
   * `value`: one value. `map`: items with a key each, in no order. `set`: items without a key, in no order. `list`:
   * items whose order counts.
   */
  readonly shape: 'value' | 'map' | 'set' | 'list';
  /** True if whoever wants a state may leave it out, and then wants it as it was. */
  readonly isOptional?: boolean;
  /** True if it cannot be changed: with another value it is another flag of the same key. */
  readonly isFixed?: boolean;
  /** True if both mean the same. */
  isSame(one: V, other: V): boolean;
  /** What it becomes when two have changed it, each for themselves. What they cannot both have is told at the spot. */
  merge(three: Three<V>, spot: Spot): V;
  /** A value as people read it in a difference: JSON, or `none`. */
  words(value: V): string;
}

/** A row for every member of a state: a member without one does not compile. */
export type PartTable<S> = { readonly [M in Exclude<keyof S, 'key'>]-?: Part<S[M]> };

/** What a part is made of, in tables of parts. */
export type PartName<S> = Exclude<keyof S, 'key'> & string;

/** The names of the parts of a state, in the order of the table. */
export function partNames<S>(table: PartTable<S>): readonly PartName<S>[] {
  return Object.keys(table) as PartName<S>[];
}

/** What a state says of a part. */
export function partOf<S, M extends PartName<S>>(table: PartTable<S>, state: S, name: M): S[M] {
  return state[name] ?? table[name].none;
}

/**
 * The parts in which two states differ, in the order of the table. What may be left out, and is by one, does not
 * differ.
 */
export function changedParts<S>(table: PartTable<S>, one: S, other: S): readonly PartName<S>[] {
  return partNames(table).filter((name) => {
    const { isOptional = false } = table[name];
    if (isOptional && (one[name] === undefined || other[name] === undefined)) return false;
    return !table[name].isSame(partOf(table, one, name), partOf(table, other, name));
  });
}

/** The members of a state, taken from something that has others beside them; in the order of the table. */
export function membersOf<S>(table: PartTable<S>, from: NoInfer<S>): Pick<S, PartName<S>> {
  const members: Partial<S> = {};
  for (const name of partNames(table)) members[name] = from[name];
  return members as Pick<S, PartName<S>>;
}

/** What a state means that says nothing. */
export function noneOf<S>(table: PartTable<S>): Pick<S, PartName<S>> {
  const members: Partial<S> = {};
  for (const name of partNames(table)) members[name] = table[name].none;
  return members as Pick<S, PartName<S>>;
}

/** True if two states mean the same in all parts. */
export function isSameInParts<S>(table: PartTable<S>, one: S, other: S): boolean {
  return changedParts(table, one, other).length === 0;
}

/** A state with all of its members: those that it lacks mean what their parts say. */
export function completed<S extends object>(table: PartTable<S>, state: S): S {
  const lacking = partNames(table).filter((name) => state[name] === undefined);
  return { ...state, ...Object.fromEntries(lacking.map((name) => [name, table[name].none])) };
}
