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

  /** True if nothing is under way and nobody waits. */
  get isIdle(): boolean {
    return this.running === undefined && this.next === undefined;
  }

  /** Resolves, or rejects, with a run that starts after this call. */
  async run(): Promise<void> {
    if (this.next !== undefined) return this.next;
    if (this.running === undefined) return this.start();
    const startNext = async (): Promise<void> => {
      this.next = undefined;
      return this.start();
    };
    this.next = this.running.then(startNext, startNext);
    return this.next;
  }

  private async start(): Promise<void> {
    this.running = this.job().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }
}
