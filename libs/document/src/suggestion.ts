import { closest, distance } from 'fastest-levenshtein';

/** The candidate that was probably meant; undefined when none is close. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || name.length > MAX_LENGTH) return undefined;
  const candidate = closest(name, candidates);
  return distance(name, candidate) <= Math.min(3, Math.ceil(name.length / 4)) ? candidate : undefined;
}

/** Longer names are not compared: it takes a time that grows with the square of the length. */
const MAX_LENGTH = 255;
