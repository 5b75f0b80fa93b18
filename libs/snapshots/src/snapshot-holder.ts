import { performance } from 'node:perf_hooks';
import { type OnModuleDestroy } from '@nestjs/common';
import { SnapshotAges, type ChangeFeed, type Revision, type WrittenParts } from '@pennon/domain';
import { type Snapshot, type SnapshotSource } from '@pennon/snapshot';
import { withinTime } from '@pennon/platform';
import { EmbeddedRefresher } from './embedded-refresher';
import type { Freshness, Refresher } from './freshness';
import { HeldSnapshots, type MoveListener } from './held-snapshots';
import { Propagation, Refreshes } from './refreshes';
import { LimitedReads, PassedRevisions, SourceAwayError } from './revision-reads';
import { PollingRefresher } from './polling-refresher';

/** Where there is no other process that stays: these limits are those of reading one's own file. */
const alone: Freshness = { mode: 'embedded', pollInterval: 1000, confirmTimeout: 1000, loadTimeout: 30_000 };

/**
 * Holds the current snapshot of every namespace, and keeps it fresh in the way it is told to.
 *
 * A snapshot is replaced whole, by one assignment, and never by one of an earlier revision; a source that cannot be
 * read leaves the last good one in place, and is asked again until it can.
 */
export class SnapshotHolder extends SnapshotAges implements OnModuleDestroy {
  private readonly held = new HeldSnapshots();
  /** How long changes take until evaluation sees them. */
  readonly propagation = new Propagation(this.held);
  private readonly refreshes: Refreshes;
  private readonly refresher: Refresher;
  private readonly passed: PassedRevisions;

  /**
   * @param freshness As for a process that is alone, unless given.
   * @param feed Tells of changes that others make; undefined where nothing is pushed.
   */
  constructor(
    private readonly source: SnapshotSource,
    private readonly freshness: Freshness = alone,
    feed?: ChangeFeed,
  ) {
    super();
    this.refreshes = new Refreshes(source, this.held, freshness.loadTimeout);
    this.passed = new PassedRevisions(source, this.held, new LimitedReads(freshness.confirmTimeout));
    this.refresher =
      freshness.mode === 'embedded'
        ? new EmbeddedRefresher(source, this.held, this.refreshes, freshness)
        : new PollingRefresher(source, this.held, this.refreshes, freshness, this.propagation, feed);
  }

  /** True when evaluations may have to wait for {@link confirm}. */
  get isConfirming(): boolean {
    return this.freshness.mode === 'strict';
  }

  /**
   * The snapshot of a namespace; undefined when there is no such namespace.
   *
   * @throws UnavailableError when it is not known whether there is: this instance started without its source, and what
   *   was kept lacks the namespace, or the document that might define it has been refused since.
   */
  current(namespaceKey: string): Snapshot | undefined {
    const snapshot = this.held.get(namespaceKey);
    if (snapshot === undefined) this.assertKnown(namespaceKey);
    return snapshot;
  }

  /** What is held of a namespace; undefined when that is nothing, even where nobody knows whether there is one. */
  peek(namespaceKey: string): Snapshot | undefined {
    return this.held.get(namespaceKey);
  }

  /** Has the listener told of every snapshot that evaluation sees from then on, or no more. @returns Ends that. */
  onMove(listener: MoveListener): () => void {
    return this.held.onMove(listener);
  }

  /** Keys of the namespaces of which something is held. */
  keys(): IterableIterator<string> {
    return this.held.keys();
  }

  /**
   * Loads every namespace the source has, and from then on keeps them fresh; for the start. Rejects when the source
   * cannot be read.
   */
  async loadAll(): Promise<void> {
    await this.refresher.listen();
    const listedAt = performance.now();
    const list = await withinTime(this.freshness.loadTimeout, 'the list of revisions', this.source.list());
    await this.refreshes.runAll(list.map(({ namespaceKey }) => namespaceKey));
    this.held.confirmList(listedAt - (this.source.lagMs() ?? 0));
    this.refresher.start();
  }

  /**
   * Resolves when the snapshot shows everything that was committed before this call. Never rejects: when the source
   * cannot be read now the last good snapshot stays, and reading is tried again in the background.
   *
   * @param written What a change of this process has written: then that is shown, and nothing else is looked for.
   */
  async refresh(namespaceKey: string, written?: WrittenParts): Promise<void> {
    await this.isRefreshed(namespaceKey, written);
  }

  /**
   * Notes that this process is about to commit that revision, and will have its namespace refreshed then: that the
   * source tells of it is no reason to read it.
   *
   * @returns To be called when it was refreshed, or was not committed.
   */
  expect(revision: Revision): () => void {
    return this.refresher.expect(revision);
  }

  /** Does what {@link refresh} does, and tells whether the source could be read. */
  async isRefreshed(namespaceKey: string, written?: WrittenParts): Promise<boolean> {
    return this.propagation.time('write', namespaceKey, () => this.refresher.refresh(namespaceKey, written));
  }

  /**
   * What an evaluation that wants the snapshot of this namespace has to wait for: undefined when it need not, because
   * nobody else writes, because it is to see changes within a bound only, or because the source does not answer. The
   * promise resolves when the snapshot shows everything that was committed before this call, at the latest after
   * `freshness.confirm_timeout`, and never rejects.
   */
  confirm(namespaceKey: string): Promise<void> | undefined {
    return this.refresher.confirm(namespaceKey);
  }

  /**
   * True if what is held shows all that was committed before that moment, by `performance.now()`, as far as is known.
   */
  isKnownSince(namespaceKey: string, moment: number): boolean {
    return this.held.knownAt(namespaceKey) >= moment;
  }

  /** Has the source asked whether there is anything new, where others write to it; never rejects. */
  catchUp(namespaceKey: string): Promise<void> {
    return this.refresher.catchUp(namespaceKey);
  }

  /**
   * How long ago the snapshot was last known to be what the source has, in milliseconds: 0 where nobody else writes,
   * unless the namespace is refused.
   * Of a namespace that there is not: how long ago that was known.
   */
  ageMs(namespaceKey: string): number {
    return this.refresher.ageMs(namespaceKey);
  }

  /** True from a failure to read the source until it has been read in full. */
  get isSourceFailing(): boolean {
    return this.refresher.isSourceFailing;
  }

  /**
   * True if what is held of the namespace is that revision or came after it, false also while nobody can tell. The same
   * mark is the same state, whatever its number is: of files, each instance counts for itself.
   */
  async hasReached(namespaceKey: string, wanted: Revision): Promise<boolean> {
    const held = this.held.revisionOf(namespaceKey);
    if (held === undefined) return false;
    if (wanted.mark === undefined) return held.revision >= wanted.revision;
    return wanted.mark === held.mark || this.passed.has(namespaceKey, wanted);
  }

  /** How often the source was found to have another history of a namespace than what was held of it. */
  historyChanges(): number {
    return this.source.historyChanges();
  }

  /**
   * How many namespaces cannot be read as they are now, and keep their last good state. At least 1 while there are any,
   * also where nobody can tell which.
   */
  refusedNamespaces(): number {
    const refusal = this.source.refusal();
    if (refusal === undefined) return 0;
    const held = [...this.keys()].filter((key) => refusal.covers(key));
    return Math.max(new Set([...refusal.namespaceKeys, ...held]).size, 1);
  }

  greatestAgeMs(): number {
    return this.refresher.greatestAgeMs();
  }

  onModuleDestroy(): void {
    this.refresher.stop();
  }

  private assertKnown(namespaceKey: string): void {
    if (this.source.lagMs() !== undefined) throw new SourceAwayError();
    const refusal = this.source.refusal();
    if (refusal?.covers(namespaceKey) === true) throw refusal;
  }
}
