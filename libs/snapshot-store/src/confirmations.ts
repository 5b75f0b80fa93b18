import { performance } from 'node:perf_hooks';
import { isSameRevision } from '@pennon/domain';
import { type SnapshotSource } from '@pennon/snapshot';
import { withinTime } from '@pennon/timing';
import { type HeldSnapshots } from './held-snapshots';
import { type LimitedReads } from './limited-reads';
import { type Refreshes } from './refreshes';
import { type RevisionList } from './revision-list';
import { SharedRun } from './shared-run';
import { SharedRuns } from './shared-runs';
import { type SourceWatch } from './source-watch';

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
export class Confirmations {
  private readonly runs = new SharedRuns((namespaceKey) => this.attempt(() => this.compare(namespaceKey)));
  private readonly discoveries = new SharedRun(() => this.attempt(() => this.discover()));

  /** @param limitMs How long a confirmation may take, in milliseconds. */
  constructor(
    private readonly comparison: Comparison,
    private readonly watch: SourceWatch,
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
      this.watch.failed(error);
    }
  }

  private async compare(namespaceKey: string): Promise<void> {
    // Those who waited for a read that has failed are not to wait for another one.
    if (this.watch.isFailing) return;
    const { source, held, reads, refreshes } = this.comparison;
    const readAt = performance.now();
    const revision = await reads.read('a revision', () => source.revisionOf(namespaceKey));
    if (isSameRevision(revision, held.revisionOf(namespaceKey))) held.confirm(namespaceKey, readAt);
    else await refreshes.reach(namespaceKey, revision);
  }

  private async discover(): Promise<void> {
    if (this.watch.isFailing) return;
    const { list, refreshes } = this.comparison;
    await list.refresh();
    // Also what is held by now: it may have been read before this was asked for.
    await Promise.all(list.moved().map((key) => refreshes.run(key)));
  }
}
