import { wholeNumber, type Random } from '../../support/random';

/** Makes the choices of those who write at random. */
export class Dice {
  private lastSerial = 0;

  constructor(readonly random: Random) {}

  /** One of the items; undefined when there are none. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[wholeNumber(this.random, 0, items.length - 1)];
  }

  /** One or two of the items, in any order; undefined when there are none. */
  pickOneOrTwo<T>(items: readonly T[]): readonly T[] | undefined {
    const first = this.pick(items);
    if (first === undefined) return undefined;
    const second = this.pick(items.filter((item) => item !== first));
    return second === undefined || this.chance(0.5) ? [first] : [first, second];
  }

  /** True with this probability, 0–1. */
  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** A number that was not given before, greater than all that were. */
  serial(): number {
    return ++this.lastSerial;
  }
}
