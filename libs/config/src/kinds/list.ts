import { InvalidValueError, type Kind } from './kind';
import { text } from './text';

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
