import { ControlledSnapshotSource } from '@pennon/testing';
import { ManualFeed } from '../../../test/support/manual-feed';
import { manualPerformanceForEachTest } from '../../../test/support/manual-performance';
import { settle } from '../../../test/support/settle';
import { SnapshotHolder } from './snapshot-holder';

let source: ControlledSnapshotSource;
let feed: ManualFeed;
let holder: SnapshotHolder;

manualPerformanceForEachTest();

beforeEach(async () => {
  source = new ControlledSnapshotSource();
  source.put('shop', 1, 'first');
  feed = new ManualFeed();
  const times = { pollInterval: 1000, confirmTimeout: 1000, loadTimeout: 30_000 };
  holder = new SnapshotHolder(source, { mode: 'bounded', ...times }, feed);
  await holder.loadAll();
});

afterEach(() => {
  holder.onModuleDestroy();
});

async function readsOnTold(revision: number, mark: string): Promise<number> {
  return readsAfter(() => {
    feed.tell({ kind: 'namespace', namespaceKey: 'shop', revision: { revision, mark } });
  });
}

async function readsAfter(act: () => void): Promise<number> {
  const { reads } = source;
  act();
  await settle();
  return source.reads - reads;
}

function revisionIn(): number | undefined {
  return holder.current('shop')?.document.revision;
}

describe('a change that is told with its revision', () => {
  it('is not read if it is held', async () => {
    expect(await readsOnTold(1, 'first')).toBe(0);
  });

  it('is read if another one of its number is held', async () => {
    expect(await readsOnTold(1, 'other')).toBeGreaterThan(0);
  });

  it('is read if it is not held', async () => {
    source.put('shop', 2, 'second');
    await readsOnTold(2, 'second');
    expect(revisionIn()).toBe(2);
  });
});

describe('a change that this process is about to commit', () => {
  it('is left to the refresh of the process', async () => {
    const end = holder.expect({ revision: 2, mark: 'second' });
    source.put('shop', 2, 'second');
    expect(await readsOnTold(2, 'second')).toBe(0);
    await holder.refresh('shop');
    expect(await readsAfter(end)).toBe(0);
    expect(revisionIn()).toBe(2);
  });

  it('is read in the end if it was committed, and the process does not know', async () => {
    const end = holder.expect({ revision: 2, mark: 'second' });
    source.put('shop', 2, 'second');
    await readsOnTold(2, 'second');
    await readsAfter(end);
    expect(revisionIn()).toBe(2);
  });

  it('keeps no change of others from being read', async () => {
    const end = holder.expect({ revision: 2, mark: 'second' });
    source.put('shop', 2, 'theirs');
    await readsOnTold(2, 'theirs');
    expect(revisionIn()).toBe(2);
    expect(await readsAfter(end)).toBe(0);
  });
});
