/** Lets only so many pieces of work be under way at once; the others wait for their turn, first come first served. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  /** @param free How many pieces of work may be under way at once. */
  constructor(private free: number) {}

  /** Does the work when there is a slot for it; resolves, or rejects, as the work does. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The slot goes from hand to hand while somebody waits.
      if (next === undefined) this.free++;
      else next();
    }
  }
}
