import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { ControlledSnapshotSource } from '@pennon/testing';
import { ManualFeed } from '../../../test/support/manual-feed';
import { expectStopped, manualPerformanceForEachTest } from '../../../test/support/manual-performance';
import { settle } from '../../../test/support/settle';
import { type Freshness } from './freshness';
import { SnapshotHolder } from './snapshot-holder';

const bounded: Freshness = { mode: 'bounded', pollInterval: 1000, confirmTimeout: 1000, loadTimeout: 30_000 };

let source: ControlledSnapshotSource;
let feed: ManualFeed;
let holder: SnapshotHolder;

// Before the time is given back.
afterEach(async () => {
  source.release();
  await settle();
  holder.onModuleDestroy();
  await expectStopped(source);
  expect(feed.listening).toBe(0);
});

const time = manualPerformanceForEachTest();

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  source = new ControlledSnapshotSource();
  source.put('shop', 1);
  source.put('other', 1);
  feed = new ManualFeed();
  holder = new SnapshotHolder(source, bounded, feed);
  await holder.loadAll();
});

function revisionIn(namespaceKey = 'shop'): number | undefined {
  return holder.current(namespaceKey)?.document.revision;
}

describe('an evaluation', () => {
  it('waits for nothing and reads nothing, however many there are', async () => {
    const before = source.reads;
    const waits = Array.from({ length: 1000 }, (_, index) => [
      holder.confirm('shop'),
      holder.confirm(`nowhere-${index}`),
    ]);
    await settle();
    expect(new Set(waits.flat())).toEqual(new Set([undefined]));
    expect(source.reads).toBe(before);
  });
});

describe('the poll', () => {
  it('shows within its interval what was changed, created and deleted', async () => {
    source.put('shop', 2);
    source.put('new', 7);
    source.remove('other');
    await time.elapse(1000);
    expect([revisionIn(), revisionIn('new'), revisionIn('other')]).toEqual([2, 7, undefined]);
  });

  it('shows a namespace that was deleted and created again between two looks', async () => {
    source.remove('shop');
    source.put('shop', 3);
    await time.elapse(1000);
    expect(revisionIn()).toBe(3);
  });

  it('reads no document of what has not moved', async () => {
    const { load, update } = source.begun;
    await time.elapse(60_000);
    expect(source.begun).toMatchObject({ load, update, revisionOf: 0 });
    expect(source.begun.list).toBeGreaterThanOrEqual(60);
    expect(source.begun.list).toBeLessThanOrEqual(80);
  });

  it('goes on while one namespace takes long', async () => {
    source.hold('update');
    source.put('shop', 2);
    await time.elapse(1000);
    source.release();
    source.hold('load');
    source.put('slow', 1);
    await time.elapse(1000);
    source.put('other', 2);
    await time.elapse(1000);
    expect([revisionIn(), revisionIn('other'), revisionIn('slow')]).toEqual([2, 2, undefined]);
    source.release();
    await settle();
    expect(revisionIn('slow')).toBe(1);
  });

  it('waits longer and longer while the source fails, and makes good for it within two seconds', async () => {
    source.failWith(new UnavailableError('away'));
    await time.elapse(1000);
    const before = source.begun.list;
    await time.elapse(20_000);
    expect(source.begun.list - before).toBeLessThanOrEqual(18);
    source.put('shop', 2);
    source.failWith(undefined);
    await time.elapse(2000);
    expect(revisionIn()).toBe(2);
  });

  it('has no more than a few reads hanging in a source that hangs', async () => {
    source.hold('list');
    await time.elapse(60_000);
    expect(source.hanging).toBeLessThanOrEqual(4);
    source.put('shop', 2);
    source.release();
    // What hung has ended before the next look, which would find too many hanging otherwise.
    await settle();
    await time.elapse(2000);
    expect(revisionIn()).toBe(2);
  });
});

describe('a pushed change', () => {
  it('is seen at once', async () => {
    source.put('shop', 2);
    source.put('new', 1);
    feed.tell({ kind: 'namespace', namespaceKey: 'shop' });
    feed.tell({ kind: 'namespace', namespaceKey: 'new' });
    await settle();
    expect([revisionIn(), revisionIn('new')]).toEqual([2, 1]);
  });

  it('that deletes a namespace is seen at once', async () => {
    source.remove('shop');
    feed.tell({ kind: 'namespace', namespaceKey: 'shop' });
    await settle();
    expect(revisionIn()).toBeUndefined();
  });

  it('is read once for a burst that comes while it is being read, and the last of the burst is seen', async () => {
    const { update } = source.begun;
    for (let revision = 2; revision <= 1000; revision++) {
      source.put('shop', revision);
      feed.tell({ kind: 'namespace', namespaceKey: 'shop' });
    }
    await settle();
    expect([revisionIn(), source.begun.update - update]).toEqual([1000, 2]);
  });

  it('that is lost is made good by the next poll', async () => {
    source.put('shop', 2);
    await time.elapse(1000);
    expect(revisionIn()).toBe(2);
  });

  it('of everything has the source looked at in full, at once', async () => {
    source.put('shop', 2);
    source.put('new', 1);
    feed.tell({ kind: 'everything' });
    await settle();
    expect([revisionIn(), revisionIn('new')]).toEqual([2, 1]);
  });

  it('of tokens is no business of snapshots', async () => {
    const before = source.reads;
    feed.tell({ kind: 'tokens' });
    await settle();
    expect(source.reads).toBe(before);
  });

  it('of a source that fails is tried, and has the poll look again soon', async () => {
    source.put('shop', 2);
    source.failWith(new UnavailableError('away'));
    feed.tell({ kind: 'namespace', namespaceKey: 'shop' });
    await settle();
    expect(revisionIn()).toBe(1);
    source.failWith(undefined);
    await time.elapse(200);
    expect(revisionIn()).toBe(2);
  });
});

describe('a request for a revision', () => {
  it('has the source asked, which is shared', async () => {
    source.put('shop', 2);
    await Promise.all(Array.from({ length: 100 }, () => holder.catchUp('shop')));
    expect([revisionIn(), source.begun.revisionOf]).toEqual([2, 2]);
  });
});
