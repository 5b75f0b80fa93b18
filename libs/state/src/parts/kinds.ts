import { sortMembers, type JsonObject } from '@pennon/domain';
import { mergeMembers } from '../merge/merge-members';
import { mergeNamed } from '../merge/merge-named';
import { mergeParts } from './merge-parts';
import type { Spot, Three } from '../merge/merge-report';
import { mergeRows, type RowLaw } from '../merge/merge-rows';
import { mergeValue } from '../merge/merge-value';
import { isSameJson } from '../same-json';
import { isSameInParts, type Part, type PartTable } from './part';

/**
 * How alike two items are: each level gives both a text, and equal texts are alike. From the strictest to the loosest.
 */
export type Likeness<I> = readonly [strictest: (item: I) => string, ...looser: ((item: I) => string)[]];

/** A part of items that are made of parts themselves. */
export interface ItemsPart<I> extends Part<readonly I[]> {
  /** What an item is made of. */
  readonly items: PartTable<I>;
}

/** A part of items without a key: which of them became which is told by likeness. */
export interface AlikePart<I> extends ItemsPart<I> {
  readonly likeness: Likeness<I>;
}

/** One value, such as a text or a number. @param none What a state without it means. */
export function valuePart<V>(none: V): Part<V> {
  return { shape: 'value', none, isSame: isSameJson, words: jsonWords, merge: mergedValue };
}

/** A value that stays what it was where a state that is wanted does not say it. */
export function optionalPart<V>(none: V): Part<V> {
  return { ...valuePart(none), isOptional: true };
}

/** A value that another flag of the key has, but never this one. */
export function fixedPart<V>(none: V): Part<V> {
  return { ...valuePart(none), isFixed: true };
}

/** A JSON object; undefined and an empty one mean the same. */
export const objectPart: Part<JsonObject | undefined> = {
  shape: 'value',
  none: undefined,
  isSame: (one = {}, other = {}) => isSameJson(one, other),
  words: (object = {}) => JSON.stringify(sortMembers(object)),
  merge: mergeMembers,
};

/** Items with keys, whose order means nothing. */
export function mapPart<I extends { readonly key: string }>(items: PartTable<I>): ItemsPart<I> {
  return {
    ...{ shape: 'map', none: [], items, words: jsonWords },
    isSame(one, other) {
      if (one.length !== other.length) return false;
      const byKey = new Map(other.map((item) => [item.key, item]));
      return one.every((item) => {
        const match = byKey.get(item.key);
        return match !== undefined && isSameInParts(items, item, match);
      });
    },
    merge({ base, mine, latest }, spot) {
      const byKey = (all: readonly I[]): ReadonlyMap<string, I> =>
        new Map(all.map((item) => [item.key, item]));
      const merged = mergeNamed<I>(
        { base: byKey(base), mine: byKey(mine), latest: byKey(latest) },
        {
          isEdited: (one, other) => !isSameInParts(items, one, other),
          merge: (both, at) => mergeParts(items, both, at),
        },
        spot,
      );
      return [...merged.values()];
    },
  };
}

/**
 * Items without keys, whose order means nothing. The strictest likeness is equality.
 *
 * @param merge How two changes of them merge.
 */
export function setPart<I>(
  items: PartTable<I>,
  likeness: Likeness<I>,
  merge: Part<readonly I[]>['merge'],
): AlikePart<I> {
  const textsOf = (all: readonly I[]): readonly string[] => all.map((item) => likeness[0](item)).sort();
  return {
    ...{ shape: 'set', none: [], items, likeness, words: jsonWords, merge },
    isSame: (one, other) => one.length === other.length && isSameJson(textsOf(one), textsOf(other)),
  };
}

/** Items whose order counts. @param law How two changes of them merge; unless given, the list is one value. */
export function listPart<I extends object>(
  items: PartTable<I>,
  likeness: Likeness<I>,
  law?: RowLaw<I>,
): AlikePart<I> {
  const isSame = (one: readonly I[], other: readonly I[]): boolean =>
    one.length === other.length &&
    one.every((item, index) => {
      const match = other[index];
      return match !== undefined && isSameInParts(items, item, match);
    });
  return {
    ...{ shape: 'list', none: [], items, likeness, words: jsonWords },
    isSame,
    merge: (three, spot) =>
      law === undefined ? mergeValue(three, isSame, spot) : mergeRows(three, law, spot),
  };
}

function mergedValue<V>(three: Three<V>, spot: Spot): V {
  return mergeValue(three, isSameJson, spot);
}

function jsonWords(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
