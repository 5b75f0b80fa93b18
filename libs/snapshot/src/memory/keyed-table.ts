import { eachInSteps, type Steps } from './steps';
import { type Block, BlockEdit, itemAt } from './table-blocks';
import { type Compare, TableEdit, type TableParts } from './table-edit';

/** From so many places out of use on, which are more than those in use, the places are given out anew. */
const MIN_UNUSED = 1000;

/** What has a key that no other of its kind has. */
export interface Keyed {
  readonly key: string;
}

/** What stands under a key in two tables; undefined where nothing does. */
export type ItemChange<T> = readonly [before: T | undefined, after: T | undefined];

/**
 * The flags or segments of a namespace in one of their forms, by key and in an order.
 *
 * A table never changes: another one is made of it, at the cost of what differs. Each key has a place, and places lie
 * in blocks of 64. Tables that are made of one another have the same block where they have the same items, and one map
 * of places, whatever their form. The map is only ever added to; a place that a table has no use for is empty.
 */
export class KeyedTable<T> {
  private readonly places: Map<string, number>;
  /** Items by place. */
  readonly blocks: readonly Block<T>[];
  private readonly order: readonly number[] | undefined;
  readonly size: number;
  private listed: readonly T[] | undefined;

  private constructor({ places, blocks, order, size }: TableParts<T>) {
    this.places = places;
    this.blocks = blocks;
    this.order = order;
    this.size = size;
  }

  /**
   * A table in the order of these items. Of two with the same key, the later one takes the place of the earlier.
   *
   * @param like A table that may have the same keys in the same order: then this one is made of it.
   */
  static of<T extends Keyed>(items: readonly T[], like?: KeyedTable<T>): KeyedTable<T> {
    if (like !== undefined && haveSameKeys(items, like.values())) return like.withInPlace(items);
    // Whatever comes later comes after it.
    const edit = new TableEdit<T>({ places: new Map(), blocks: [], order: undefined, size: 0 }, () => 0);
    for (const item of items) edit.put(item.key, item);
    return new KeyedTable(edit.end());
  }

  get(key: string): T | undefined {
    const place = this.places.get(key);
    return place === undefined ? undefined : itemAt(this.blocks, place);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** All of them in order. The list is made when it is first asked for, and kept. */
  values(): readonly T[] {
    this.listed ??= this.order?.flatMap((place) => itemAt(this.blocks, place) ?? []) ?? [...this];
    return this.listed;
  }

  /** All of them in no order in particular. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (const block of this.blocks) {
      for (const item of block) if (item !== undefined) yield item;
    }
  }

  /**
   * The table with other items under some keys; undefined stands for none.
   *
   * @param compare The order of this table.
   */
  with<K extends T & Keyed>(
    this: KeyedTable<K>,
    items: ReadonlyMap<string, K | undefined>,
    compare: Compare<K>,
  ): KeyedTable<K> {
    if (items.size === 0) return this;
    const edit = new TableEdit(this.parts, compare);
    for (const [key, item] of items) {
      if (item === undefined) edit.remove(key);
      else edit.put(key, item);
    }
    const next = new KeyedTable(edit.end());
    const unused = next.places.size - next.size;
    return unused > MIN_UNUSED && unused > next.size ? KeyedTable.of(next.values()) : next;
  }

  /**
   * The table with every item replaced by what becomes of it.
   *
   * @param known What stands in the same place here and there stays as it is.
   */
  replaced(resultOf: (item: T) => T, known?: KeyedTable<T>): KeyedTable<T> {
    const blocks = this.blocks.map((block, index) => {
      const present = known?.blocks[index];
      if (block === present) return block;
      const results = block.map((item, within) =>
        item === present?.[within] ? item : item && resultOf(item),
      );
      return results.every((item, within) => item === block[within]) ? block : results;
    });
    const isSame = blocks.every((block, index) => block === this.blocks[index]);
    return isSame ? this : new KeyedTable({ ...this.parts, blocks });
  }

  /** A table of what becomes of each item, with the same keys in the same order. */
  *mapped<Result>(resultOf: (item: T) => Result): Steps<KeyedTable<Result>> {
    const blocks: Block<Result>[] = [];
    for (const block of this.blocks) {
      blocks.push(block.map((item) => item && resultOf(item)));
      yield;
    }
    const { places, order, size } = this;
    return new KeyedTable({ places, blocks, order, size });
  }

  /**
   * The table of what becomes of the items of another one, with the same keys in the same order.
   *
   * @param staleKeys Keys under which it differs; under all others stands what stands here.
   */
  *following<Item extends Keyed>(
    table: KeyedTable<Item>,
    staleKeys: ReadonlySet<string>,
    resultOf: (item: Item) => T,
  ): Steps<KeyedTable<T>> {
    const { places, order, size } = table;
    if (places !== this.places) {
      const present = (key: string): T | undefined => (staleKeys.has(key) ? undefined : this.get(key));
      return yield* table.mapped((item) => present(item.key) ?? resultOf(item));
    }
    const edit = new BlockEdit(this.blocks);
    yield* eachInSteps([...staleKeys], (key) => {
      const [place, item] = [places.get(key), table.get(key)];
      if (place !== undefined) edit.set(place, item && resultOf(item));
    });
    return new KeyedTable({ places, blocks: edit.blocks, order, size });
  }

  /** What is not the same object as in an earlier table. */
  *changesSince<K extends Keyed>(
    this: KeyedTable<K>,
    before: KeyedTable<K>,
  ): Generator<ItemChange<K>, void, undefined> {
    if (before.places !== this.places) {
      for (const item of before) if (!this.has(item.key)) yield [item, undefined];
      for (const item of this) if (before.get(item.key) !== item) yield [before.get(item.key), item];
      return;
    }
    const count = Math.max(before.blocks.length, this.blocks.length);
    for (let index = 0; index < count; index++) {
      const [left = [], right = []] = [before.blocks[index], this.blocks[index]];
      if (left === right) continue;
      for (let within = 0; within < Math.max(left.length, right.length); within++) {
        if (left[within] !== right[within]) yield [left[within], right[within]];
      }
    }
  }

  private withInPlace<K extends Keyed>(this: KeyedTable<K>, items: readonly K[]): KeyedTable<K> {
    const edit = new BlockEdit(this.blocks);
    for (const item of items) {
      const place = this.places.get(item.key);
      if (place !== undefined && itemAt(this.blocks, place) !== item) edit.set(place, item);
    }
    return new KeyedTable({ ...this.parts, blocks: edit.blocks });
  }

  private get parts(): TableParts<T> {
    const { places, blocks, order, size } = this;
    return { places, blocks, order, size };
  }
}

function haveSameKeys<T extends Keyed>(items: readonly T[], others: readonly T[]): boolean {
  return (
    items.length === others.length &&
    items.every((item, index) => item === others[index] || item.key === others[index]?.key)
  );
}
