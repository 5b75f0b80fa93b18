import { distance } from 'fastest-levenshtein';

/** Words that people write, by what they mean here: undefined where that is nothing that there is. */
export type Meanings<T extends string> = ReadonlyMap<string, T | undefined>;

/** The meanings of these words. @param none Words that are understood, and mean nothing that there is. */
export function meaningsOf<T extends string>(
  words: Readonly<Partial<Record<T, string>>>,
  none = '',
): Meanings<T> {
  const known = (Object.entries(words) as [T, string][]).flatMap(([meaning, list]) =>
    list.split(' ').map((word) => [word, meaning] as const),
  );
  return new Map<string, T | undefined>([
    ...none.split(' ').map((word) => [word, undefined] as const),
    ...known,
  ]);
}

/** The greatest number of letters that may differ. */
const MAX_DISTANCE = 2;

/** Longer words are not compared: it takes a time that grows with the square of the length. */
const MAX_LENGTH = 100;

/**
 * What a word means, or the one that is nearest by its letters; undefined when none is near, or several are that mean
 * different things: a wrong hint is worse than none.
 */
export function nearestMeaning<T extends string>(word: string, meanings: Meanings<T>): T | undefined {
  if (meanings.has(word)) return meanings.get(word);
  if (word.length > MAX_LENGTH) return undefined;
  const distances = [...meanings].map(([known, meaning]) => ({ meaning, far: distance(word, known) }));
  const nearest = Math.min(...distances.map(({ far }) => far));
  if (nearest > Math.min(MAX_DISTANCE, Math.floor(word.length / 3))) return undefined;
  const found = new Set(distances.filter(({ far }) => far === nearest).map(({ meaning }) => meaning));
  return found.size === 1 ? [...found][0] : undefined;
}
