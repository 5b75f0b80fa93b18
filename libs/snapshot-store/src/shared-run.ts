/**
 * Shares runs of one job among callers who all want a run that *starts after* they asked.
 *
 * At most one run is under way and at most one waits behind it, so the cost does not grow with the number of
 * callers.
 */
export class SharedRun {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly job: () => Promise<void>) {}

  /** Resolves, or rejects, with a run that started after this call. */
  async run(): Promise<void> {
    if (this.running === undefined) return this.start();
    this.next ??= this.running.then(
      () => this.startNext(),
      () => this.startNext(),
    );
    return this.next;
  }

  private async startNext(): Promise<void> {
    this.next = undefined;
    return this.start();
  }

  private async start(): Promise<void> {
    const run = this.job().finally(() => {
      this.running = undefined;
    });
    this.running = run;
    return run;
  }
}
