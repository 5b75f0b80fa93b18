import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { flagKeys } from '../workload/bench-namespace';

/** A prime, so that the flags are met all over the namespace. */
const STRIDE = 7919;

/** Somebody who changes one flag after the other over the API. */
export class FlagWriter {
  private readonly keys: readonly string[];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private count = 0;

  /** Begins. @param interval Milliseconds from the beginning of one change to that of the next, at least. */
  constructor(
    private readonly url: string,
    flagCount: number,
    private readonly interval: number,
  ) {
    this.keys = flagKeys('variant', flagCount);
    this.running = this.run();
    // Whoever stops it hears of what went wrong.
    this.running.catch(() => undefined);
  }

  /** Ends after the change under way, and tells how many there were. Rejects if one was refused. */
  async stop(): Promise<number> {
    this.stopping.abort();
    await this.running;
    return this.count;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const start = performance.now();
      await this.change(this.keys[(this.count * STRIDE) % this.keys.length] ?? '');
      this.count++;
      const rest = Math.max(0, start + this.interval - performance.now());
      await pause(rest, undefined, this.stopping).catch(() => undefined);
    }
  }

  private async change(key: string): Promise<void> {
    const response = await fetch(`${this.url}/api/v1/namespaces/default/flags/${key}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `Changed ${this.count}`, enabled: true }),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`a change answered ${response.status}: ${answer}`);
  }
}
