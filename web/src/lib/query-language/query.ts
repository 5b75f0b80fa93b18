import { parseQuery, type Term } from './parse';

/** What can be searched by its words. */
export interface Named {
  readonly key: string;
  readonly name: string;
  readonly description: string;
}

export type Test<Item> = (item: Item) => boolean;

/** A query that can be asked of flags, segments and the like. */
export interface Query<Item> {
  readonly terms: readonly Term[];
  /** Terms that mean nothing; they are shown and filter nothing. */
  readonly notUnderstood: readonly Term[];
  matches(item: Item): boolean;
  /** How well the free text fits, smaller is better: key prefix, key part, name, description. */
  rank(item: Item): number;
}

/** What a rank is at least where a word is not found at all. */
export const NO_MATCH = 5;

/**
 * Reads a query.
 *
 * @param testOf What a filter with its value asks; undefined for one that means nothing.
 * @param wordRank How well a word in lower case fits; {@link NO_MATCH} if not at all.
 */
export function readQuery<Item>(
  query: string,
  testOf: (filter: string, value: string) => Test<Item> | undefined,
  wordRank: (item: Item, word: string) => number,
): Query<Item> {
  const terms = parseQuery(query);
  const read = terms.map((term) => ({ term, test: termTest(term) }));
  const words = terms
    .filter(({ filter, isNegated }) => filter === undefined && !isNegated)
    .map(({ value }) => value.toLowerCase());

  function termTest({ filter, value }: Term): Test<Item> | undefined {
    if (filter !== undefined) return value === '' ? undefined : testOf(filter, value);
    const word = value.toLowerCase();
    return (item) => wordRank(item, word) < NO_MATCH;
  }

  return {
    terms,
    notUnderstood: read.filter(({ test }) => test === undefined).map(({ term }) => term),
    matches: (item) => read.every(({ term, test }) => test === undefined || test(item) !== term.isNegated),
    rank: (item) => words.reduce((sum, word) => sum + wordRank(item, word), 0),
  };
}

/** The items that match, best first; those that fit equally well keep their order. */
export function search<Searched, Item extends Searched>(
  items: readonly Item[],
  query: Query<Searched>,
): readonly Item[] {
  return items
    .filter((item) => query.matches(item))
    .map((item) => ({ item, rank: query.rank(item) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

/** How well a word in lower case fits: key prefix, key part, name, description. */
export function nameRank({ key, name, description }: Named, word: string): number {
  const lowerKey = key.toLowerCase();
  if (lowerKey.startsWith(word)) return 0;
  if (lowerKey.includes(word)) return 1;
  if (name.toLowerCase().includes(word)) return 2;
  return description.toLowerCase().includes(word) ? 3 : NO_MATCH;
}

/** The test for one of a few values, in any letter case. */
export function oneOf<Item>(
  value: string,
  tests: Readonly<Record<string, Test<Item>>>,
): Test<Item> | undefined {
  const wanted = value.toLowerCase();
  return Object.hasOwn(tests, wanted) ? tests[wanted] : undefined;
}
