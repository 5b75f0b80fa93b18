/** How many bits of a place tell where in its block it is: a block has room for 64 items. */
const BITS = 6;
const WITHIN = (1 << BITS) - 1;

/** Items by place; undefined where a place is empty. */
export type Block<T> = readonly (T | undefined)[];

/** The item in a place. */
export function itemAt<T>(blocks: readonly Block<T>[], place: number): T | undefined {
  return blocks[place >>> BITS]?.[place & WITHIN];
}

/** The last place that is taken; -1 if all are empty. */
export function lastPlace(blocks: readonly Block<unknown>[]): number {
  let place = (blocks.length << BITS) - 1;
  while (place >= 0 && itemAt(blocks, place) === undefined) place--;
  return place;
}

/** The places that are taken, ascending. */
export function takenPlaces(blocks: readonly Block<unknown>[]): number[] {
  return blocks.flatMap((block, index) =>
    block.flatMap((item, within) => (item === undefined ? [] : [(index << BITS) | within])),
  );
}

/** Makes other blocks of some. Those in which nothing is set are the same. */
export class BlockEdit<T> {
  private readonly copies = new Map<number, (T | undefined)[]>();
  private readonly edited: Block<T>[];

  constructor(blocks: readonly Block<T>[]) {
    this.edited = [...blocks];
  }

  /** As they are now. */
  get blocks(): readonly Block<T>[] {
    return this.edited;
  }

  /** Puts an item in a place, or empties it. */
  set(place: number, item: T | undefined): void {
    const block = this.copyOf(place >>> BITS);
    while (block.length < (place & WITHIN)) block.push(undefined);
    block[place & WITHIN] = item;
  }

  private copyOf(index: number): (T | undefined)[] {
    while (this.edited.length <= index) this.edited.push([]);
    const present = this.copies.get(index);
    if (present !== undefined) return present;
    const copy = [...(this.edited[index] ?? [])];
    this.copies.set(index, copy);
    this.edited[index] = copy;
    return copy;
  }
}
