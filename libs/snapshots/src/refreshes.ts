import { performance } from 'node:perf_hooks';
import { isSameRevision, type Revision, type WrittenParts } from '@pennon/domain';
import { DurationHistogram, inTurns, mapAtMost, withinTime } from '@pennon/platform';
import {
  BehindError,
  compiling,
  packSnapshotDocument,
  type SnapshotDocument,
  type SnapshotSource,
} from '@pennon/snapshot';
import type { HeldSnapshots } from './held-snapshots';
import { SharedRuns } from './shared-run';

/** Limits how many pieces of work run at once; the others wait in order. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  /** @param free How many pieces of work may be under way at once. */
  constructor(private free: number) {}

  /** Does the work when there is a slot for it; resolves, or rejects, as the work does. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The slot goes from hand to hand while somebody waits.
      if (next === undefined) this.free++;
      else next();
    }
  }
}

/** How many documents are read at once, so that a start or the end of an outage leaves the source some air. */
const MAX_AT_ONCE = 4;

/** How often a namespace is read in search of one revision. */
const MAX_TRIES = 3;

/** Brings what is held of a namespace to what the source has, one read of a namespace at a time. */
export class Refreshes {
  private readonly runs = new SharedRuns((namespaceKey) => this.slots.use(() => this.refresh(namespaceKey)));
  private readonly slots = new Slots(MAX_AT_ONCE);
  /** What this process has written of namespaces, and what is held does not show yet. */
  private readonly written = new Map<string, WrittenParts[]>();
  /** Namespaces that somebody wants to be compared with the source. */
  private readonly asked = new Set<string>();

  /** @param limitMs How long the reading of a document may take, in milliseconds. */
  constructor(
    private readonly source: SnapshotSource,
    private readonly held: HeldSnapshots,
    private readonly limitMs: number,
  ) {}

  /**
   * Resolves when what is held shows everything that was committed before this call. Calls that come while the
   * namespace is being read share the next read.
   *
   * @throws UnavailableError, or whatever the source throws, when it cannot be read now; what is held stays.
   */
  run(namespaceKey: string): Promise<void> {
    this.asked.add(namespaceKey);
    return this.runs.run(namespaceKey);
  }

  /**
   * Resolves when what is held shows a change of this process. Where that follows what is held, nothing is read: the
   * change is known. What others have changed since is not looked for.
   *
   * @param written Undefined if it is not known: then everything that was committed is shown.
   * @throws as {@link run} does, where it has to be read.
   */
  show(namespaceKey: string, written: WrittenParts | undefined): Promise<void> {
    if (written === undefined) return this.run(namespaceKey);
    const waiting = this.written.get(namespaceKey) ?? [];
    this.written.set(namespaceKey, [...waiting, written]);
    return this.runs.run(namespaceKey);
  }

  /**
   * Does what {@link run} does for several namespaces. Reads no more of them after a failure.
   *
   * @throws the first failure, when no read is under way.
   */
  async runAll(namespaceKeys: readonly string[]): Promise<void> {
    await mapAtMost(MAX_AT_ONCE, namespaceKeys, async (namespaceKey) => this.run(namespaceKey));
  }

  /**
   * Resolves when what is held is of that revision or of a later one, which the source was seen to have, or else when
   * it has been looked for a few times: replicas of a database are read in turn, and some lag behind the one that told.
   *
   * @param revision Undefined when the source was seen to have nothing of the namespace.
   * @throws UnavailableError, or whatever the source throws, when it cannot be read now; what is held stays.
   */
  async reach(namespaceKey: string, revision: Revision | undefined): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.run(namespaceKey);
        if (tries === MAX_TRIES || this.isReached(namespaceKey, revision)) return;
      } catch (error) {
        // One replica may be away, or behind what is held, and the next one not.
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  private isReached(namespaceKey: string, wanted: Revision | undefined): boolean {
    const held = this.held.revisionOf(namespaceKey);
    if (wanted === undefined || isSameRevision(held, wanted)) return true;
    return held !== undefined && held.revision > wanted.revision;
  }

  private async refresh(namespaceKey: string): Promise<void> {
    const written = this.written.get(namespaceKey) ?? [];
    this.written.delete(namespaceKey);
    const isAsked = this.asked.delete(namespaceKey);
    const isShown = written.length > 0 && (await this.takeWritten(namespaceKey, written));
    if (isShown && !isAsked) return;
    const readAt = performance.now();
    try {
      const document = await withinTime(this.limitMs, 'a document', this.read(namespaceKey));
      if (document === undefined) this.held.delete(namespaceKey);
      else await this.take(document, readAt - (this.source.lagMs() ?? 0));
    } catch (error) {
      // A replica that lags says nothing: what is held stays, and gets older.
      if (!(error instanceof BehindError)) throw error;
    }
  }

  /** @returns False if what is held does not show all of it now. */
  private async takeWritten(namespaceKey: string, written: readonly WrittenParts[]): Promise<boolean> {
    for (const change of written.toSorted((one, other) => one.after.revision - other.after.revision)) {
      const held = this.held.get(namespaceKey);
      if (held === undefined || !isSameRevision(held.document, change.before)) return false;
      const document = await this.source.update(held.document, change);
      if (document === undefined || !isSameRevision(document, change.after)) return false;
      // Known since before it was committed: while it was under way, nobody else could change the namespace.
      await this.take(document, this.held.knownAt(namespaceKey));
    }
    return true;
  }

  private async read(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    const held = this.held.get(namespaceKey);
    return held === undefined ? this.source.load(namespaceKey) : this.source.update(held.document);
  }

  private async take(document: SnapshotDocument, knownAt: number): Promise<void> {
    const held = this.held.get(document.namespaceKey);
    if (isSameRevision(document, held?.document)) {
      this.held.confirm(document.namespaceKey, knownAt);
      return;
    }
    const snapshot = await inTurns(compiling(document, held));
    this.held.put({ ...snapshot, document: packSnapshotDocument(document, held?.document) }, knownAt);
  }
}

/** Bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How an instance knows of a change: it has made it, or was told. What a poll finds may have happened at any time. */
export const changeOrigins = ['write', 'push'] as const;

/** One of {@link changeOrigins}. */
export type ChangeOrigin = (typeof changeOrigins)[number];

/** Measures how long it takes from the word of a change until evaluation sees it. */
export class Propagation {
  /** In seconds. */
  readonly seconds: Readonly<Record<ChangeOrigin, DurationHistogram>> = {
    write: new DurationHistogram(BOUNDS),
    push: new DurationHistogram(BOUNDS),
  };

  constructor(private readonly held: Pick<HeldSnapshots, 'revisionOf'>) {}

  /** Waits for a refresh, and counts it if it has brought another revision. */
  async time<T>(origin: ChangeOrigin, namespaceKey: string, refresh: () => Promise<T>): Promise<T> {
    const before = this.held.revisionOf(namespaceKey);
    const toldAt = performance.now();
    const result = await refresh();
    if (!isSameRevision(this.held.revisionOf(namespaceKey), before))
      this.seconds[origin].observe((performance.now() - toldAt) / 1000);
    return result;
  }
}
