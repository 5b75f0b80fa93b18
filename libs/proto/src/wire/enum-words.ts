import { invalidField } from '@pennon/domain';

/** Our words for the numbers of a wire enum. */
export class EnumWords<Word extends string, Wire extends number> {
  private readonly words: ReadonlyMap<number, Word>;

  /** @param numbers The enum's number for each word. */
  constructor(private readonly numbers: Readonly<Record<Word, Wire>>) {
    const words = Object.keys(numbers) as Word[];
    this.words = new Map(words.map((word) => [numbers[word], word]));
  }

  /** The number on the wire. */
  toWire(word: Word): Wire {
    return this.numbers[word];
  }

  /** The word, or undefined for a number that has none. */
  find(number: number): Word | undefined {
    return this.words.get(number);
  }

  /**
   * The word of a number that a request holds.
   *
   * @param field Name of the request's field, for the error.
   * @throws InvalidArgumentError if the number means nothing.
   */
  fromWire(field: string, number: number): Word {
    const word = this.find(number);
    if (word === undefined) throw invalidField(field, `unknown value ${number}`);
    return word;
  }
}
