import { invalidField } from '@pennon/domain';

/** Bounds what one batch request may ask for. */
export class BatchLimit {
  /** @param maxItems Most items in one batch; at least 1. */
  constructor(private readonly maxItems: number) {}

  /**
   * @param field Where the request has the items.
   * @throws InvalidArgumentError if there are more items than one batch may have.
   */
  assertWithin(field: string, items: readonly unknown[]): void {
    if (items.length > this.maxItems) {
      throw invalidField(field, `must not contain more than ${this.maxItems} elements`);
    }
  }
}
