import { changedParts, type PartName, partOf, type PartTable } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Change } from './plan';
import { changeOf, creation, deletion } from './words';

/** The owner of a part, before and after a change. */
export interface States<S> {
  readonly from: S;
  readonly to: S;
}

/**
 * Describes the change of a part whose values are not the same.
 *
 * @param subject The owner of the part, as in `flag checkout`.
 */
export type PartWords<V, S = unknown> = (
  from: V,
  to: V,
  subject: string,
  states: States<S>,
) => readonly Change[];

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
    words[name](partOf(parts, from, name), partOf(parts, to, name), subject, { from, to }),
  );
}

/** Words for one value, as in `Flag checkout: name`. */
export function valueWords<V>(name: string, textOf: (value: V) => string = String): PartWords<V> {
  return (from, to, subject) => [changeOf(copy.field(subject, name), textOf(from), textOf(to))];
}

/** Words for items with keys. @param textOf Describes a whole item in one line. */
export function mapWords<I extends { readonly key: string }>(
  parts: PartTable<I>,
  words: StateWords<I>,
  subjectOf: (key: string) => string,
  textOf: (item: I) => string,
): PartWords<readonly I[]> {
  return (from, to) => {
    const keys = new Set([...from, ...to].map(({ key }) => key));
    return [...keys].flatMap((key) => {
      const [one, other] = [from, to].map((items) => items.find((item) => item.key === key));
      if (one === undefined) return other === undefined ? [] : [creation(subjectOf(key), textOf(other))];
      if (other === undefined) return [deletion(subjectOf(key), textOf(one))];
      return partChanges(parts, words, subjectOf(key), one, other);
    });
  };
}
