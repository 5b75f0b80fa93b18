/** Limits how many tasks run at once; the others wait in order. */
export class Turns {
  private readonly waiting = new Set<() => void>();

  /** @param free How many may begin at once. */
  constructor(private free: number) {}

  /** Works when it is its turn; who is told to stop before that gives it up, and rejects. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private async wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.delete(begin);
        reject(signal.reason instanceof Error ? signal.reason : new Error('The turn was given up.'));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(begin);
    });
  }

  private passOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
