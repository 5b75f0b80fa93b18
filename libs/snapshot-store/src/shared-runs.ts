import { SharedRun } from './shared-run';

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
