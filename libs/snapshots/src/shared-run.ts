import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shares runs of one job among callers who all want a run that *starts after* they asked.
 *
 * At most one run is under way and at most one waits behind it, so the cost does not grow with the number of
 * callers. The one that waits starts when everybody has been heard whom this turn of the event loop brings: under
 * load, they all share it.
 */
export class SharedRun {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** @param onIdle Called whenever a run has ended and nobody waits for another. */
  constructor(
    private readonly job: () => Promise<void>,
    private readonly onIdle: () => void = () => undefined,
  ) {}

  /** True if nothing is under way and nobody waits. */
  get isIdle(): boolean {
    return this.running === undefined && this.next === undefined;
  }

  /** Resolves, or rejects, with a run that starts after this call; one promise for all who share the run. */
  run(): Promise<void> {
    if (this.next === undefined && this.running === undefined) return this.start();
    this.next ??= this.startNext();
    return this.next;
  }

  private async startNext(): Promise<void> {
    // How the run before ends is the business of those who wanted it.
    await this.running?.catch(() => undefined);
    await nextTurn();
    this.next = undefined;
    return this.start();
  }

  private start(): Promise<void> {
    this.running = this.job().finally(() => {
      this.running = undefined;
      if (this.next === undefined) this.onIdle();
    });
    return this.running;
  }
}

/** A {@link SharedRun} per key. A key costs nothing while no run of it is under way: requests may name any. */
export class SharedRuns {
  private readonly runs = new Map<string, SharedRun>();

  constructor(private readonly job: (key: string) => Promise<void>) {}

  /** How many keys have a run under way. */
  get size(): number {
    return this.runs.size;
  }

  /** Resolves, or rejects, with a run for the key that starts after this call. */
  run(key: string): Promise<void> {
    let run = this.runs.get(key);
    if (run === undefined) {
      run = new SharedRun(
        () => this.job(key),
        () => this.runs.delete(key),
      );
      this.runs.set(key, run);
    }
    return run.run();
  }
}
