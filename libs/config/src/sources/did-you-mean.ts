import { closest, distance } from 'fastest-levenshtein';

/** Returns `; did you mean …?` with the candidate that was probably meant, or nothing when none is close. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const candidate = closest(name, candidates);
  // A quarter of the letters, three at most: beyond that a hint misleads more than it helps.
  const isClose = distance(name, candidate) <= Math.min(3, Math.floor(name.length / 4));
  return isClose ? `; did you mean ${candidate}?` : '';
}
