import { type Block, BlockEdit, itemAt, lastPlace, takenPlaces } from './table-blocks';

/** Negative if the first comes before the second. */
export type Compare<T> = (left: T, right: T) => number;

/** What a table consists of. */
export interface TableParts<T> {
  /** Where each key stands, here or in a table that has these places, too. It is only ever added to. */
  readonly places: Map<string, number>;
  readonly blocks: readonly Block<T>[];
  /** The places that are taken, in the order of their items; undefined if that is the order of places. */
  readonly order: readonly number[] | undefined;
  /** How many places are taken. */
  readonly size: number;
}

/** Makes the parts of another table of those of one, item by item. */
export class TableEdit<T> {
  private readonly places: Map<string, number>;
  private readonly edit: BlockEdit<T>;
  private order: number[] | undefined;
  private size: number;

  constructor(
    { places, blocks, order, size }: TableParts<T>,
    private readonly compare: Compare<T>,
  ) {
    this.places = places;
    this.edit = new BlockEdit(blocks);
    this.order = order && [...order];
    this.size = size;
  }

  /** Puts an item where the order wants it, in place of the one with this key. */
  put(key: string, item: T): void {
    const place = this.placeOf(key);
    const before = itemAt(this.edit.blocks, place);
    if (before === undefined || this.isMoved(before, item)) {
      this.remove(key);
      this.insert(place, item);
      this.size++;
    }
    this.edit.set(place, item);
  }

  /** Takes away the item with this key, if there is one. */
  remove(key: string): void {
    const place = this.placeOf(key);
    const before = itemAt(this.edit.blocks, place);
    if (before === undefined) return;
    this.order?.splice(this.positionOf(before, this.order), 1);
    this.edit.set(place, undefined);
    this.size--;
  }

  end(): TableParts<T> {
    const { places, order, size } = this;
    return { places, blocks: this.edit.blocks, order, size };
  }

  private placeOf(key: string): number {
    const present = this.places.get(key);
    if (present !== undefined) return present;
    const place = this.places.size;
    this.places.set(key, place);
    return place;
  }

  private isMoved(before: T, after: T): boolean {
    return this.compare(before, after) < 0 || this.compare(after, before) < 0;
  }

  /** Nearly always what is new comes last, in the order and by its place; then there is nothing to note. */
  private insert(place: number, item: T): void {
    if (this.order === undefined) {
      const { blocks } = this.edit;
      const end = lastPlace(blocks);
      const last = itemAt(blocks, end);
      if (end < place && (last === undefined || this.compare(item, last) >= 0)) return;
      this.order = takenPlaces(blocks);
    }
    this.order.splice(this.positionOf(item, this.order), 0, place);
  }

  /** The position of the first item that does not come before this one. */
  private positionOf(wanted: T, order: readonly number[]): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = itemAt(this.edit.blocks, order[middle] ?? 0);
      if (item !== undefined && this.compare(item, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
