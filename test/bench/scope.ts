import { startServer, type TestServer } from '../support/server';

/** What a run has started, so that nothing stays behind however it ends. */
export class Scope {
  private readonly closers: (() => unknown)[] = [];
  private closed = false;

  /** True from when it begins to close. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Remembers what to do at the end; last in, first out. */
  onClose(closer: () => unknown): void {
    this.closers.push(closer);
  }

  /** A scope that ends with this one, if not before. */
  inner(): Scope {
    const inner = new Scope();
    this.onClose(() => inner.close());
    return inner;
  }

  /**
   * Starts the built server; it is killed at the end, even when that comes while it is still starting. Rejects once the
   * end has come: what is left of a measurement then has no directory any more.
   *
   * @param directory Where its database lies, or is to lie.
   * @param env Settings by environment variable. @param bundle Where its programs are; this build unless given.
   */
  async startServer(
    directory: string,
    env: Readonly<Record<string, string>> = {},
    bundle?: string,
  ): Promise<TestServer> {
    if (this.closed) throw new Error('the run has ended');
    const starting = startServer({ directory, env, bundle });
    this.onClose(async () => starting.then((server) => server.stop('SIGKILL')).catch(() => undefined));
    return starting;
  }

  /** Undoes everything, once. */
  async close(): Promise<void> {
    this.closed = true;
    for (let closer = this.closers.pop(); closer !== undefined; closer = this.closers.pop()) await closer();
  }
}
