import { type Change, type ChangeFeed, type Unsubscribe } from '@pennon/domain';
import { type SnapshotSource } from '@pennon/snapshot';
import { withinTime } from '@pennon/timing';
import { Confirmations } from './confirmations';
import { type Freshness } from './freshness';
import { type HeldSnapshots } from './held-snapshots';
import { LimitedReads } from './limited-reads';
import { type Propagation } from './propagation';
import { type Refreshes } from './refreshes';
import { RevisionList, SourceAwayError } from './revision-list';
import { SourceWatch } from './source-watch';
import { Upkeep } from './upkeep';

/**
 * For a source that others write too: it is polled, pushed changes are followed at once, and in strict mode every
 * evaluation is confirmed. A push that is lost is made good by the next poll.
 */
export class WatchedUpkeep extends Upkeep {
  private readonly list: RevisionList;
  private readonly watch: SourceWatch;
  private readonly confirmations: Confirmations;
  private unsubscribe: Unsubscribe | undefined;

  /** @param feed Undefined where nothing is pushed. */
  constructor(
    private readonly source: SnapshotSource,
    private readonly held: HeldSnapshots,
    private readonly refreshes: Refreshes,
    private readonly freshness: Freshness,
    private readonly propagation: Propagation,
    private readonly feed: ChangeFeed | undefined,
  ) {
    super();
    const { pollInterval, confirmTimeout } = freshness;
    const reads = new LimitedReads(confirmTimeout);
    this.list = new RevisionList(source, held, reads);
    this.watch = new SourceWatch((inFull) => this.look(inFull), pollInterval);
    const comparison = { source, held, reads, list: this.list, refreshes };
    this.confirmations = new Confirmations(comparison, this.watch, confirmTimeout);
  }

  async listen(): Promise<void> {
    this.unsubscribe = await this.feed?.subscribe((change) => {
      this.hear(change);
    });
  }

  start(): void {
    this.watch.start();
    // Nobody need find out anew.
    const failure = this.source.lagMs() === undefined ? this.source.refusal() : new SourceAwayError();
    if (failure !== undefined) this.watch.failed(failure);
  }

  get isSourceFailing(): boolean {
    return this.watch.isFailing;
  }

  stop(): void {
    this.watch.stop();
    void this.unsubscribe?.();
  }

  async refresh(namespaceKey: string): Promise<boolean> {
    const refresh = this.refreshes.run(namespaceKey);
    try {
      await withinTime(this.freshness.confirmTimeout, 'the refresh of a snapshot', refresh);
      return true;
    } catch (error) {
      this.watch.failed(error);
      return false;
    }
  }

  confirm(namespaceKey: string): Promise<void> | undefined {
    if (this.freshness.mode === 'bounded' || this.watch.isFailing) return undefined;
    return this.confirmations.run(namespaceKey);
  }

  async catchUp(namespaceKey: string): Promise<void> {
    if (!this.watch.isFailing) await this.confirmations.run(namespaceKey);
  }

  ageMs(namespaceKey: string): number {
    return this.held.ageMs(namespaceKey);
  }

  greatestAgeMs(): number {
    return this.held.greatestAgeMs();
  }

  /** Changes that come in a burst share refreshes. */
  private hear(change: Change): void {
    if (change.kind === 'namespace') void this.follow(this.hearOf(change.namespaceKey));
    else if (change.kind === 'everything') void this.watch.lookNow();
  }

  private hearOf(namespaceKey: string): Promise<void> {
    return this.propagation.time('push', namespaceKey, () => this.refreshes.run(namespaceKey));
  }

  private async look(inFull: boolean): Promise<void> {
    await this.list.refresh();
    const refreshed = Promise.all(
      this.list.moved().map((key) => this.refreshes.reach(key, this.list.revisionOf(key))),
    );
    // One namespace that takes long must not keep the others from being looked at.
    if (inFull) await refreshed;
    else void this.follow(refreshed);
    const refusal = this.source.refusal();
    if (refusal !== undefined) throw refusal;
  }

  private async follow(refreshed: Promise<unknown>): Promise<void> {
    try {
      await refreshed;
    } catch (error) {
      this.watch.failed(error);
    }
  }
}
