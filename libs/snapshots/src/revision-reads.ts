import { performance } from 'node:perf_hooks';
import { isSameRevision, mayBeRevision, type Revision, revisionText, UnavailableError } from '@pennon/domain';
import type { SnapshotSource } from '@pennon/snapshot';
import { OverdueError, withinTime } from '@pennon/platform';
import type { HeldSnapshots } from './held-snapshots';
import { SharedRun } from './shared-run';

/** How many reads that were given up may still hang in the source before no other is begun. */
const MAX_HANGING = 4;

/**
 * Small reads that are given up when they take too long.
 *
 * Whoever gives a read up cannot take it back: it goes on hanging until the source answers or its own limits end it.
 * So that a source that hangs is not sent more and more of them, none is begun while a few hang.
 */
export class LimitedReads {
  private readonly hanging = new Set<Promise<unknown>>();

  /** @param limitMs How long a read may take, in milliseconds. */
  constructor(private readonly limitMs: number) {}

  /**
   * @param what What is read, in the words of the error.
   * @throws UnavailableError when it takes too long, or when too many reads hang already.
   */
  async read<T>(what: string, begin: () => Promise<T>): Promise<T> {
    if (this.hanging.size >= MAX_HANGING) {
      throw new UnavailableError(`${this.hanging.size} earlier reads of the source are not answered yet`);
    }
    const reading = begin();
    try {
      return await withinTime(this.limitMs, what, reading);
    } catch (error) {
      if (error instanceof OverdueError) this.hang(reading);
      throw error;
    }
  }

  private hang(reading: Promise<unknown>): void {
    const settled = (): void => {
      this.hanging.delete(reading);
    };
    this.hanging.add(reading);
    reading.then(settled, settled);
  }
}

/** What stands in for the source has answered in its place. */
export class SourceAwayError extends UnavailableError {
  constructor() {
    super('the source of snapshots is away, and what was kept of it stands in');
  }
}

/** Most revisions about which an answer of the source is kept. */
const MAX_ASKED = 1000;

/** What the source has said of a revision, and when that was. */
interface AskedRevision {
  /** What was held of the namespace: with anything else, it is asked again. */
  readonly held: Revision;
  readonly isPassed: Promise<boolean>;
}

/**
 * Tells whether what is held came after a revision that is named by its mark, or after another one of the same number.
 *
 * Only the history of the source knows. It is asked once for each state that is held, however many want to know.
 */
export class PassedRevisions {
  private readonly asked = new Map<string, AskedRevision>();

  constructor(
    private readonly source: SnapshotSource,
    private readonly held: HeldSnapshots,
    private readonly reads: LimitedReads,
  ) {}

  /** False also while the source cannot be asked. Never rejects. */
  async has(namespaceKey: string, wanted: Revision): Promise<boolean> {
    const held = this.held.revisionOf(namespaceKey);
    if (held === undefined || held.revision <= wanted.revision) return false;
    const name = `${namespaceKey} ${revisionText(wanted)}`;
    const known = this.asked.get(name);
    if (known !== undefined && isSameRevision(known.held, held)) return known.isPassed;
    const isPassed = this.ask(namespaceKey, wanted).catch(() => {
      this.asked.delete(name);
      return false;
    });
    if (this.asked.size >= MAX_ASKED) this.asked.clear();
    this.asked.set(name, { held: { revision: held.revision, mark: held.mark }, isPassed });
    return isPassed;
  }

  private async ask(namespaceKey: string, wanted: Revision): Promise<boolean> {
    const found = await this.reads.read('a revision of the history', () =>
      this.source.revisionAt(namespaceKey, wanted.revision),
    );
    return mayBeRevision(wanted, found);
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
    // What is refused is on no list, and whoever asks for it is refused.
    this.held.confirmList(readAt);
  }
}
