import {
  type AlikePart,
  changedParts,
  isSameInParts,
  type ItemsPart,
  type PartName,
  partOf,
  type PartTable,
} from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Change } from './plan';
import { changeOf, creation, deletion } from './words';

/**
 * Describes the change of a part whose values are not the same.
 *
 * @param subject The owner of the part, as in `flag checkout`.
 * @param state The state of the owner after the change.
 */
export type PartWords<V, S = unknown> = (from: V, to: V, subject: string, state: S) => readonly Change[];

/** Words for every part of a state: a part without words does not compile. */
export type StateWords<S> = { readonly [M in PartName<S>]: PartWords<S[M], S> };

/** The changes between two states, part by part. @param subject Their owner, as in `flag checkout`. */
export function partChanges<S>(
  parts: PartTable<S>,
  words: StateWords<S>,
  subject: string,
  from: S,
  to: S,
): readonly Change[] {
  return changedParts(parts, from, to).flatMap((name) =>
    words[name](partOf(parts, from, name), partOf(parts, to, name), subject, to),
  );
}

/** Words for one value, as in `Flag checkout: name`. */
export function valueWords<V>(name: string, textOf: (value: V) => string = String): PartWords<V> {
  return (from, to, subject) => [changeOf(copy.field(subject, name), textOf(from), textOf(to))];
}

/** Describes a whole item in one line. */
type TextOf<I> = (item: I) => string;

/** Words for items with keys. */
export function mapWords<I extends { readonly key: string }>(
  parts: PartTable<I>,
  words: StateWords<I>,
  subjectOf: (key: string) => string,
  textOf: TextOf<I>,
): PartWords<readonly I[]> {
  return (from, to) => {
    const keys = new Set([...from, ...to].map(({ key }) => key));
    return [...keys].flatMap((key) => {
      const [one, other] = [from, to].map((items) => items.find((item) => item.key === key));
      return one === undefined || other === undefined
        ? itemChange(subjectOf(key), one, other, textOf)
        : partChanges(parts, words, subjectOf(key), one, other);
    });
  };
}

/** Words for items in an order, compared place by place. @param subjectOf Names a place, counted from 1. */
export function listWords<I>(
  { items }: ItemsPart<I>,
  subjectOf: (position: number) => string,
  textOf: TextOf<I>,
): PartWords<readonly I[]> {
  return (from, to) =>
    Array.from({ length: Math.max(from.length, to.length) }, (_, index) => {
      const [one, other] = [from[index], to[index]];
      if (one !== undefined && other !== undefined && isSameInParts(items, one, other)) return [];
      return itemChange(subjectOf(index + 1), one, other, textOf);
    }).flat();
}

/** Words for items without keys in no order: the items that only one of the states has, in pairs. */
export function setWords<I>(part: AlikePart<I>, subject: string, textOf: TextOf<I>): PartWords<readonly I[]> {
  const told = listWords(part, () => subject, textOf);
  const [identityOf] = part.likeness;
  return (from, to, ...about) => told(without(from, to, identityOf), without(to, from, identityOf), ...about);
}

function itemChange<I>(
  subject: string,
  from: I | undefined,
  to: I | undefined,
  textOf: TextOf<I>,
): readonly Change[] {
  if (from !== undefined && to !== undefined) return [changeOf(subject, textOf(from), textOf(to))];
  if (to !== undefined) return [creation(subject, textOf(to))];
  return from === undefined ? [] : [deletion(subject, textOf(from))];
}

/** The items that the others lack; of equal items, as many as the others have fewer. */
function without<I>(
  items: readonly I[],
  others: readonly I[],
  identityOf: (item: I) => string,
): readonly I[] {
  const rest = others.map(identityOf);
  return items.filter((item) => {
    const index = rest.indexOf(identityOf(item));
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
