import { UnavailableError } from '@pennon/domain';
import { OverdueError, withinTime } from '@pennon/timing';

/** How many reads that were given up may still hang in the source before no other is begun. */
const MAX_HANGING = 4;

/**
 * Small reads that are given up when they take too long.
 *
 * Whoever gives a read up cannot take it back: it goes on hanging until the source answers or its own limits end it.
 * So that a source that hangs is not sent more and more of them, none is begun while a few hang.
 */
export class LimitedReads {
  private readonly hanging = new Set<Promise<unknown>>();

  /** @param limitMs How long a read may take, in milliseconds. */
  constructor(private readonly limitMs: number) {}

  /**
   * @param what What is read, in the words of the error.
   * @throws UnavailableError when it takes too long, or when too many reads hang already.
   */
  async read<T>(what: string, begin: () => Promise<T>): Promise<T> {
    if (this.hanging.size >= MAX_HANGING) {
      throw new UnavailableError(`${this.hanging.size} earlier reads of the source are not answered yet`);
    }
    const reading = begin();
    try {
      return await withinTime(this.limitMs, what, reading);
    } catch (error) {
      if (error instanceof OverdueError) this.hang(reading);
      throw error;
    }
  }

  private hang(reading: Promise<unknown>): void {
    const settled = (): void => {
      this.hanging.delete(reading);
    };
    this.hanging.add(reading);
    reading.then(settled, settled);
  }
}
