import { performance } from 'node:perf_hooks';
import { mayBeRevision, type Revision } from '@pennon/domain';
import { type Snapshot } from '@pennon/snapshot';

/** A snapshot, and how sure we are of it. */
interface Held {
  snapshot: Snapshot;
  /** When it was last known to be what the source has, by `performance.now()`. */
  knownAt: number;
}

/** Is told which revision of a namespace evaluation sees now; undefined when there is none. It never throws. */
export type MoveListener = (namespaceKey: string, revision: Revision | undefined) => void;

/**
 * The snapshots that evaluation sees, and when each was last known to be what the source has.
 *
 * Moments are those of `performance.now()`, which no change of the clock moves. Each is the moment at which a read
 * *began*, because the source may change behind what a read has seen.
 */
export class HeldSnapshots {
  private readonly held = new Map<string, Held>();
  private readonly listeners = new Set<MoveListener>();
  /** The newest revisions that were told of, wherever they are. */
  private newest: ReadonlyMap<string, Revision> = new Map();
  /** When it was last known which namespaces there are. */
  private listedAt = Number.NEGATIVE_INFINITY;

  /** The snapshot of a namespace; undefined when none is held. */
  get(namespaceKey: string): Snapshot | undefined {
    return this.held.get(namespaceKey)?.snapshot;
  }

  /** The revision that is held of a namespace; undefined when none is. */
  revisionOf(namespaceKey: string): Revision | undefined {
    return this.held.get(namespaceKey)?.snapshot.document;
  }

  /** Keys of the namespaces of which something is held. */
  keys(): IterableIterator<string> {
    return this.held.keys();
  }

  /** Holds this snapshot from now on, in place of an earlier one of its namespace. */
  put(snapshot: Snapshot, knownAt: number): void {
    const { namespaceKey } = snapshot.document;
    const before = this.held.get(namespaceKey)?.knownAt ?? Number.NEGATIVE_INFINITY;
    const isCurrent = !this.isLate(namespaceKey, snapshot.document);
    this.held.set(namespaceKey, { snapshot, knownAt: isCurrent ? knownAt : before });
    this.tell(namespaceKey, snapshot.document);
  }

  /** Holds nothing of the namespace from now on. */
  delete(namespaceKey: string): void {
    if (this.held.delete(namespaceKey)) this.tell(namespaceKey, undefined);
  }

  /** Has the listener told of every snapshot that is put in place or taken away. @returns Ends that. */
  onMove(listener: MoveListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private tell(namespaceKey: string, revision: Revision | undefined): void {
    for (const listener of this.listeners) listener(namespaceKey, revision);
  }

  /** Notes that what is held of the namespace was what the source had, unless that is known to lag. */
  confirm(namespaceKey: string, knownAt: number): void {
    const held = this.held.get(namespaceKey);
    if (held === undefined || this.isLate(namespaceKey, held.snapshot.document)) return;
    held.knownAt = Math.max(held.knownAt, knownAt);
  }

  /** Notes which revisions are the newest, also if what can be read of them is still behind. */
  announce(newest: ReadonlyMap<string, Revision>): void {
    this.newest = newest;
  }

  /** True if the newest revision of the namespace is known to be a later one, or another one of that number. */
  private isLate(namespaceKey: string, held: Revision): boolean {
    const newest = this.newest.get(namespaceKey);
    if (newest === undefined || newest.revision < held.revision) return false;
    return !mayBeRevision(newest, held);
  }

  /** Notes that it was known which namespaces there are. */
  confirmList(listedAt: number): void {
    this.listedAt = Math.max(this.listedAt, listedAt);
  }

  /**
   * How long ago what is held of the namespace was last known to be what the source has, in milliseconds. Of a
   * namespace of which nothing is held: how long ago it was known that there is none.
   */
  ageMs(namespaceKey: string): number {
    return performance.now() - this.knownAt(namespaceKey);
  }

  /** The moment of which {@link ageMs} tells how long ago it was. */
  knownAt(namespaceKey: string): number {
    return this.held.get(namespaceKey)?.knownAt ?? this.listedAt;
  }

  /** The greatest age that there is, in milliseconds. @param isRefused True for a namespace that does not count. */
  greatestAgeMs(isRefused: (namespaceKey: string) => boolean = () => false): number {
    let { listedAt: oldest } = this;
    for (const [key, { knownAt }] of this.held) if (!isRefused(key)) oldest = Math.min(oldest, knownAt);
    return performance.now() - oldest;
  }
}
