import { UnavailableError } from '@pennon/domain';
import { SnapshotSource, type NamespaceRevision, type SnapshotDocument } from '@pennon/snapshot';
import { MemorySnapshotSource } from '@pennon/testing';
import { HeldSnapshots } from './held-snapshots';
import { Refreshes } from './refreshes';

/** Reads replicas in turn, the first one first. */
class ReplicasInTurn extends SnapshotSource {
  reads = 0;

  constructor(private readonly replicas: readonly MemorySnapshotSource[]) {
    super();
  }

  async load(namespaceKey: string): Promise<SnapshotDocument | undefined> {
    return this.next().load(namespaceKey);
  }

  async revisionOf(namespaceKey: string): Promise<number | undefined> {
    return this.next().revisionOf(namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    return this.next().list();
  }

  private next(): MemorySnapshotSource {
    const replica = this.replicas[this.reads++ % this.replicas.length];
    if (replica === undefined) throw new Error('there are no replicas');
    return replica;
  }
}

let lagging: MemorySnapshotSource;
let current: MemorySnapshotSource;
let source: ReplicasInTurn;
let held: HeldSnapshots;
let refreshes: Refreshes;

beforeEach(() => {
  [lagging, current] = [new MemorySnapshotSource(), new MemorySnapshotSource()];
  lagging.put('shop', 5);
  current.put('shop', 6);
  source = new ReplicasInTurn([lagging, current]);
  held = new HeldSnapshots();
  refreshes = new Refreshes(source, held, 1000);
});

describe('a revision that one replica has and another one not', () => {
  it('is reached, though the one that lags is read first', async () => {
    await refreshes.reach('shop', 6);
    expect(held.revisionOf('shop')).toBe(6);
  });

  it('is reached, though the one that is read first is away', async () => {
    lagging.failWith(new UnavailableError('away'));
    await refreshes.reach('shop', 6);
    expect(held.revisionOf('shop')).toBe(6);
  });

  it('is read no more often than it takes', async () => {
    await refreshes.reach('shop', 5);
    expect([held.revisionOf('shop'), source.reads]).toEqual([5, 1]);
  });
});

describe('a revision that no replica has any more', () => {
  it('is looked for a few times; then the latest that there is will do', async () => {
    await refreshes.reach('shop', 7);
    expect([held.revisionOf('shop'), source.reads]).toEqual([6, 3]);
  });
});

it('rejects when no replica can be read', async () => {
  for (const replica of [lagging, current]) replica.failWith(new UnavailableError('away'));
  await expect(refreshes.reach('shop', 6)).rejects.toThrow('away');
});

it('reads once a namespace that is gone', async () => {
  for (const replica of [lagging, current]) replica.remove('shop');
  await refreshes.reach('shop');
  expect([held.get('shop'), source.reads]).toEqual([undefined, 1]);
});
