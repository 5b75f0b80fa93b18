import { performance } from 'node:perf_hooks';
import { isSameRevision, UnavailableError, type Revision } from '@pennon/domain';
import { type SnapshotSource } from '@pennon/snapshot';
import { type HeldSnapshots } from './held-snapshots';
import { type LimitedReads } from './limited-reads';
import { SharedRun } from './shared-run';

/** What stands in for the source has answered in its place. */
export class SourceAwayError extends UnavailableError {
  constructor() {
    super('the source of snapshots is away, and what was kept of it stands in');
  }
}

/** The revisions of all namespaces as the source last listed them, beside what is held. */
export class RevisionList {
  private readonly reading = new SharedRun(() => this.read());
  private revisions: ReadonlyMap<string, Revision> = new Map();

  constructor(
    private readonly source: SnapshotSource,
    private readonly held: HeldSnapshots,
    private readonly reads: LimitedReads,
  ) {}

  /** Reads the list, shared with all who want it read now; rejects when the source cannot be read. */
  refresh(): Promise<void> {
    return this.reading.run();
  }

  /** The revision of a namespace on the list; undefined when it is not on it. */
  revisionOf(namespaceKey: string): Revision | undefined {
    return this.revisions.get(namespaceKey);
  }

  /** Keys of the namespaces that were changed, created or deleted since they were read. */
  moved(): readonly string[] {
    const listed = [...this.revisions].filter(
      ([key, revision]) => !isSameRevision(revision, this.held.revisionOf(key)),
    );
    const deleted = [...this.held.keys()].filter((key) => !this.revisions.has(key));
    return [...listed.map(([key]) => key), ...deleted];
  }

  private async read(): Promise<void> {
    const readAt = performance.now();
    const list = await this.reads.read('the list of revisions', () => this.source.list());
    // What stands in for the source says nothing new.
    if (this.source.lagMs() !== undefined) throw new SourceAwayError();
    this.revisions = new Map(list.map((listed) => [listed.namespaceKey, listed]));
    this.held.announce(this.revisions);
    const refusal = this.source.refusal();
    for (const [key, revision] of this.revisions) {
      const isPresent = refusal?.covers(key) !== true;
      if (isPresent && isSameRevision(revision, this.held.revisionOf(key))) this.held.confirm(key, readAt);
    }
    if (refusal === undefined) this.held.confirmList(readAt);
  }
}
