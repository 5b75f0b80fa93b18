import { setTimeout as sleep } from 'node:timers/promises';

/** Does one thing again and again, from its start until it is stopped. */
export class RepeatedJob {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  /** @param step Never rejects; resolves with how long to wait for the next one, in milliseconds. */
  constructor(private readonly step: (signal: AbortSignal) => Promise<number>) {}

  /** Begins, and waits for nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends it, and resolves when the step under way has come to its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const wait = await this.step(signal);
      // Being woken is no failure.
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}
