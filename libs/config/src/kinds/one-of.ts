import { InvalidValueError, type Kind, scalar } from './kind';

/** Words that existing configurations may hold and that are understood, but not accepted. */
export interface RefusedWords {
  readonly words: readonly string[];
  /** Why, ready to follow the key. */
  readonly reason: string;
}

/** One word of a closed set, read in any case and returned as it is written in the set. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  refused: RefusedWords = { words: [], reason: '' },
): Kind<Word> {
  const expectation = words.length === 1 ? `expected ${words.join()}` : `expected one of ${words.join(', ')}`;
  return scalar(words.map((word) => `\`${word}\``).join(', '), (text) => {
    const wanted = text.toLowerCase();
    const found = words.find((word) => word.toLowerCase() === wanted);
    if (found !== undefined) return found;
    throw new InvalidValueError(refused.words.includes(wanted) ? refused.reason : expectation);
  });
}
