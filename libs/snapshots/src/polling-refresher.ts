import { performance } from 'node:perf_hooks';
import {
  type Change,
  type ChangeFeed,
  type NamespaceChange,
  type Revision,
  isSameRevision,
  type Unsubscribe,
  type WrittenParts,
} from '@pennon/domain';
import type { SnapshotSource } from '@pennon/snapshot';
import { withinTime } from '@pennon/platform';
import { type Freshness, Refresher } from './freshness';
import type { HeldSnapshots } from './held-snapshots';
import type { Propagation, Refreshes } from './refreshes';
import { LimitedReads, RevisionList, SourceAwayError } from './revision-reads';
import { SharedRun, SharedRuns } from './shared-run';
import { SourceMonitor } from './source-monitor';

/** What it takes to compare one namespace with its source. */
export interface Comparison {
  readonly source: SnapshotSource;
  readonly held: HeldSnapshots;
  readonly reads: LimitedReads;
  readonly list: RevisionList;
  readonly refreshes: Refreshes;
}

/**
 * Confirms, by a read of the revision, that what is held of a namespace is what the source has, or makes it so.
 *
 * Reads are shared: of a namespace one is under way and one waits, however many ask. All namespaces of which nothing
 * is held share one reading of the list, because requests may name as many of those as they like.
 */
class Confirmations {
  private readonly runs = new SharedRuns((namespaceKey) => this.attempt(() => this.compare(namespaceKey)));
  private readonly discoveries = new SharedRun(() => this.attempt(() => this.discover()));

  /** @param limitMs How long a confirmation may take, in milliseconds. */
  constructor(
    private readonly comparison: Comparison,
    private readonly monitor: SourceMonitor,
    private readonly limitMs: number,
  ) {}

  /**
   * Resolves when what is held shows everything that was committed before this call, or else when the source has
   * failed or taken too long: then what is held stays. Never rejects.
   */
  run(namespaceKey: string): Promise<void> {
    const isHeld = this.comparison.held.get(namespaceKey) !== undefined;
    return isHeld ? this.runs.run(namespaceKey) : this.discoveries.run();
  }

  private async attempt(confirm: () => Promise<void>): Promise<void> {
    try {
      // The reads of revisions have the same limit: what hangs of them is known by that.
      await withinTime(this.limitMs, 'the confirmation of a revision', confirm());
    } catch (error) {
      this.monitor.failed(error);
    }
  }

  private async compare(namespaceKey: string): Promise<void> {
    // Those who waited for a read that has failed are not to wait for another one.
    if (this.monitor.isFailing) return;
    const { source, held, reads, refreshes } = this.comparison;
    const readAt = performance.now();
    const revision = await reads.read('a revision', () => source.revisionOf(namespaceKey));
    if (isSameRevision(revision, held.revisionOf(namespaceKey))) held.confirm(namespaceKey, readAt);
    else await refreshes.reach(namespaceKey, revision);
  }

  private async discover(): Promise<void> {
    if (this.monitor.isFailing) return;
    const { list, refreshes } = this.comparison;
    await list.refresh();
    // Also what is held by now: it may have been read before this was asked for.
    await Promise.all(list.moved().map((key) => refreshes.run(key)));
  }
}

/**
 * For a source that others write too: it is polled, pushed changes are followed at once, and in strict mode every
 * evaluation is confirmed. A push that is lost is made good by the next poll.
 */
export class PollingRefresher extends Refresher {
  private readonly list: RevisionList;
  private readonly monitor: SourceMonitor;
  private readonly confirmations: Confirmations;
  /** Changes that this process is about to commit, by their marks; with the note of it, once that is heard. */
  private readonly expected = new Map<string, NamespaceChange | undefined>();
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
    this.monitor = new SourceMonitor((inFull) => this.look(inFull), pollInterval);
    const comparison = { source, held, reads, list: this.list, refreshes };
    this.confirmations = new Confirmations(comparison, this.monitor, confirmTimeout);
  }

  async listen(): Promise<void> {
    this.unsubscribe = await this.feed?.subscribe((change) => {
      this.hear(change);
    });
  }

  start(): void {
    this.monitor.start();
    // Nobody need find out anew.
    if (this.source.lagMs() === undefined) this.monitor.refused(this.source.refusal());
    else this.monitor.failed(new SourceAwayError());
  }

  get isSourceFailing(): boolean {
    return this.monitor.isFailing;
  }

  stop(): void {
    this.monitor.stop();
    void this.unsubscribe?.();
  }

  async refresh(namespaceKey: string, written?: WrittenParts): Promise<boolean> {
    const refresh = this.refreshes.show(namespaceKey, written);
    try {
      await withinTime(this.freshness.confirmTimeout, 'the refresh of a snapshot', refresh);
      return true;
    } catch (error) {
      this.monitor.failed(error);
      return false;
    }
  }

  override expect({ mark = '' }: Revision): () => void {
    this.expected.set(mark, undefined);
    return () => {
      const heard = this.expected.get(mark);
      this.expected.delete(mark);
      if (heard !== undefined) this.hear(heard);
    };
  }

  confirm(namespaceKey: string): Promise<void> | undefined {
    if (this.freshness.mode === 'bounded' || this.monitor.isFailing) return undefined;
    return this.confirmations.run(namespaceKey);
  }

  async catchUp(namespaceKey: string): Promise<void> {
    if (!this.monitor.isFailing) await this.confirmations.run(namespaceKey);
  }

  ageMs(namespaceKey: string): number {
    return this.held.ageMs(namespaceKey);
  }

  greatestAgeMs(): number {
    // What is refused stays old whatever is done here: it must not take the instance from all other namespaces.
    return this.held.greatestAgeMs(this.source.refusal()?.covers);
  }

  /** Changes that come in a burst share refreshes. */
  private hear(change: Change): void {
    if (change.kind === 'namespace') this.hearOfNamespace(change);
    else if (change.kind === 'everything') void this.monitor.lookNow();
  }

  private hearOfNamespace(change: NamespaceChange): void {
    const { namespaceKey, revision } = change;
    if (revision?.mark !== undefined) {
      if (isSameRevision(revision, this.held.revisionOf(namespaceKey))) return;
      // Whoever writes it shows it, and the note may come first.
      if (this.expected.has(revision.mark)) {
        this.expected.set(revision.mark, change);
        return;
      }
    }
    void this.follow(this.hearOf(namespaceKey));
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
    this.monitor.refused(this.source.refusal());
  }

  private async follow(refreshed: Promise<unknown>): Promise<void> {
    try {
      await refreshed;
    } catch (error) {
      this.monitor.failed(error);
    }
  }
}
