import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';

/** How long somebody who failed is left alone, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Stands before a helper that may fail, and that nobody may wait for. After a failure the helper is left alone for a
 * second; then one call finds out whether it is back, and only when it is do the others follow.
 */
export class CircuitBreaker {
  private readonly logger = new Logger('cache');
  /** When the next call may go through, by `performance.now()`; undefined while it is closed and all may. */
  private openUntil: number | undefined;
  private isProbing = false;

  /** @param name What the log calls the helper. */
  constructor(private readonly name: string) {}

  /** True from a failure until a call has succeeded. */
  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /** What the work resolves with; undefined when it failed, or was not tried. Never rejects. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const isProbe = this.openUntil !== undefined;
    if (isProbe && !this.mayProbe()) return undefined;
    this.isProbing = isProbe;
    try {
      const result = await work();
      if (isProbe) this.close();
      return result;
    } catch (error) {
      this.open(error);
      return undefined;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private mayProbe(): boolean {
    return !this.isProbing && performance.now() >= (this.openUntil ?? 0);
  }

  private open(error: unknown): void {
    // The message alone: errors of the client carry the command that failed, passwords and all.
    const reason = error instanceof Error ? error.message : String(error);
    if (this.openUntil === undefined) this.logger.warn({ reason }, `${this.name} fails and is left alone`);
    this.openUntil = performance.now() + PAUSE_MS;
  }

  private close(): void {
    this.openUntil = undefined;
    this.logger.log(`${this.name} is back`);
  }
}
