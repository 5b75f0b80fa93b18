import { closest, distance } from 'fastest-levenshtein';

/** Longer words are not compared: it takes a time that grows with the square of the length. */
const MAX_LENGTH = 100;

/** `; did you mean …?` with the name that was probably meant; nothing when none is close. */
export function didYouMean(word: string, names: readonly string[]): string {
  if (names.length === 0 || word.length > MAX_LENGTH) return '';
  const name = closest(word, names);
  const length = word.replace(/^-+/, '').length;
  // A third of the letters: beyond that a hint misleads more than it helps.
  const isClose = distance(word, name) <= Math.min(3, Math.floor((length + 1) / 3));
  return isClose ? `; did you mean ${name}?` : '';
}
