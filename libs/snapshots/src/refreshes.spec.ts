import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError, type Revision } from '@pennon/domain';
import { BehindError, SnapshotSource, type NamespaceRevision, type SnapshotDocument } from '@pennon/snapshot';
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

  async revisionOf(namespaceKey: string): Promise<Revision | undefined> {
    return this.next().revisionOf(namespaceKey);
  }

  async list(): Promise<readonly NamespaceRevision[]> {
    return this.next().list();
  }

  override async update(document: SnapshotDocument): Promise<SnapshotDocument | undefined> {
    return this.next().update(document);
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
    await refreshes.reach('shop', { revision: 6 });
    expect(held.revisionOf('shop')?.revision).toBe(6);
  });

  it('is reached, though the one that is read first is away', async () => {
    lagging.failWith(new UnavailableError('away'));
    await refreshes.reach('shop', { revision: 6 });
    expect(held.revisionOf('shop')?.revision).toBe(6);
  });

  it('is read no more often than it takes', async () => {
    await refreshes.reach('shop', { revision: 5 });
    expect([held.revisionOf('shop')?.revision, source.reads]).toEqual([5, 1]);
  });
});

describe('a revision that no replica has any more', () => {
  it('is looked for a few times; then the latest that there is will do', async () => {
    await refreshes.reach('shop', { revision: 7 });
    expect([held.revisionOf('shop')?.revision, source.reads]).toEqual([6, 3]);
  });
});

describe('a revision of another history', () => {
  it('takes the place of one of the same number, and of a higher one', async () => {
    await refreshes.reach('shop', { revision: 6 });
    for (const [revision, mark] of [
      [6, 'other'],
      [2, 'another'],
    ] as const) {
      for (const replica of [lagging, current]) replica.put('shop', revision, mark);
      await refreshes.reach('shop', { revision, mark });
      expect(held.revisionOf('shop')).toMatchObject({ revision, mark });
    }
  });
});

it('keeps what is held when all that can be read is behind it', async () => {
  await refreshes.reach('shop', { revision: 6 });
  const before = held.ageMs('shop');
  for (const replica of [lagging, current]) replica.failWith(new BehindError('late'));
  await refreshes.run('shop');
  expect(held.revisionOf('shop')?.revision).toBe(6);
  // Nothing was confirmed.
  expect(held.ageMs('shop')).toBeGreaterThanOrEqual(before);
});

it('rejects when no replica can be read', async () => {
  for (const replica of [lagging, current]) replica.failWith(new UnavailableError('away'));
  await expect(refreshes.reach('shop', { revision: 6 })).rejects.toThrow('away');
});

it('reads once a namespace that is gone', async () => {
  for (const replica of [lagging, current]) replica.remove('shop');
  await refreshes.reach('shop', undefined);
  expect([held.get('shop'), source.reads]).toEqual([undefined, 1]);
});

describe('several namespaces', () => {
  it('are read four at a time, and no further ones after a failure', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const failing = new MemorySnapshotSource();
    jest.spyOn(failing, 'load').mockImplementation(async (namespaceKey) => {
      begun.push(namespaceKey);
      if (namespaceKey === 'b') throw new UnavailableError('away');
      await delay(5);
      ended.push(namespaceKey);
      return undefined;
    });
    const all = new Refreshes(failing, held, 1000).runAll(['a', 'b', 'c', 'd', 'e', 'f']);
    await expect(all).rejects.toThrow('away');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(ended).toEqual(['a', 'c', 'd']);
  });
});
