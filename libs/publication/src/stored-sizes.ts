import { type StoredObject } from '@pennon/object-store';

/** Which objects are in the store, and how long they are. */
export class StoredSizes {
  private readonly sizes: ReadonlyMap<string, number>;

  constructor(objects: readonly StoredObject[]) {
    this.sizes = new Map(objects.map(({ key, size }) => [key, size]));
  }

  has(key: string, size: number): boolean {
    return this.sizes.get(key) === size;
  }
}
