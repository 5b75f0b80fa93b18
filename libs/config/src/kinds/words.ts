import { InvalidValueError, type Kind, scalar } from './kind';
import { text } from './text';

/** What Go's `strconv.ParseBool` reads, and the words of YAML 1.1 that existing files still use. */
const booleanWords = new Map([
  ...['true', 't', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'f', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** A switch; the words are read in any case. */
export const boolean: Kind<boolean> = scalar('boolean', (text) => {
  const value = booleanWords.get(text.toLowerCase());
  if (value === undefined) throw new InvalidValueError('expected true or false');
  return value;
});

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

/**
 * Words in the order given; frozen. In the file a YAML list or words between white space, in the environment
 * words between white space: a comma is part of a word.
 */
export const list: Kind<readonly string[]> = listOf(text, { type: 'list of words' });

/**
 * Words separated by commas as well: for what holds no comma, and for what existing configurations write as
 * `https://a/, https://b/`.
 */
export const commaList: Kind<readonly string[]> = listOf(text, {
  type: 'list of words, commas separate too',
  separator: /[\s,]+/,
});

/** How a list is called in the reference, and what is between words that are written as one text. */
export interface ListForm {
  readonly type: string;
  readonly separator?: RegExp;
}

/** A list of which every item is read by a kind of its own; frozen. */
export function listOf<T>(item: Kind<T>, { type, separator = /\s+/ }: ListForm): Kind<readonly T[]> {
  return {
    type,
    isSecret: item.isSecret,
    parse: (raw) => {
      const words = typeof raw === 'string' ? raw.split(separator).filter((word) => word !== '') : raw;
      // A variable that is empty where the list refers to it must not widen what the list allows.
      if (words.includes('')) throw new InvalidValueError('must have no empty item');
      return Object.freeze(words.map((word) => item.parse(word)));
    },
  };
}
