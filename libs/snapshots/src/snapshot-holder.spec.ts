import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { ControlledSnapshotSource, MemorySnapshotSource } from '@pennon/testing';
import fc from 'fast-check';
import { manualPerformanceForEachTest } from '../../../test/support/manual-performance';
import { runs } from '../../../test/support/size';
import { SnapshotHolder } from './snapshot-holder';

/** The time between a failure and the next try, in milliseconds. */
const RETRY_MS = 1000;

/** A time in which there would have been many more tries, in milliseconds. */
const LONG_MS = 10 * RETRY_MS;

beforeAll(() => {
  // Failed refreshes are logged, which is not what these tests look at.
  Logger.overrideLogger(false);
});

function revisionIn(holder: SnapshotHolder, namespaceKey = 'shop'): number | undefined {
  return holder.current(namespaceKey)?.document.revision;
}

describe('the holder of snapshots', () => {
  let source: MemorySnapshotSource;
  let holder: SnapshotHolder;

  beforeEach(() => {
    source = new MemorySnapshotSource();
    holder = new SnapshotHolder(source);
  });

  // Or it looks at its source on and on, also during the files that come after this one.
  afterEach(() => {
    holder.onModuleDestroy();
  });

  it('knows no namespace before it has loaded one', () => {
    source.put('shop', 1);
    expect(holder.current('shop')).toBeUndefined();
  });

  it('loads every namespace at the start', async () => {
    source.put('shop', 1);
    source.put('default', 7);
    await holder.loadAll();
    expect([revisionIn(holder, 'shop'), revisionIn(holder, 'default')]).toEqual([1, 7]);
  });

  it('does not start when the source cannot be read', async () => {
    source.failWith(new UnavailableError('away'));
    await expect(holder.loadAll()).rejects.toThrow('away');
  });

  it('tells of every other snapshot that evaluation sees, and of the end of one, as long as somebody listens', async () => {
    const told: unknown[] = [];
    const unlisten = holder.onMove((namespaceKey, revision) => {
      told.push([namespaceKey, revision?.revision, revisionIn(holder)]);
    });
    source.put('shop', 1);
    await holder.refresh('shop');
    await holder.refresh('shop');
    source.put('shop', 2);
    await holder.refresh('shop');
    source.remove('shop');
    await holder.refresh('shop');
    unlisten();
    source.put('shop', 3);
    await holder.refresh('shop');
    expect(told).toEqual([
      ['shop', 1, 1],
      ['shop', 2, 2],
      ['shop', undefined, undefined],
    ]);
  });

  it('shows after a refresh what was there before it', async () => {
    source.put('shop', 1);
    await holder.refresh('shop');
    source.put('shop', 2);
    await holder.refresh('shop');
    expect(revisionIn(holder)).toBe(2);
  });

  it('refreshes only the namespace that is named', async () => {
    source.put('shop', 1);
    source.put('other', 1);
    await holder.loadAll();
    source.put('shop', 2);
    source.put('other', 2);
    await holder.refresh('shop');
    expect([revisionIn(holder, 'shop'), revisionIn(holder, 'other')]).toEqual([2, 1]);
  });

  it('forgets a namespace that is deleted, and knows it again when it is created again', async () => {
    source.put('shop', 1);
    await holder.refresh('shop');
    source.remove('shop');
    await holder.refresh('shop');
    expect(holder.current('shop')).toBeUndefined();
    source.put('shop', 3);
    await holder.refresh('shop');
    expect(revisionIn(holder)).toBe(3);
  });

  it('never takes an earlier revision for a later one', async () => {
    source.put('shop', 5);
    await holder.refresh('shop');
    source.put('shop', 4);
    await holder.refresh('shop');
    expect(revisionIn(holder)).toBe(5);
  });
});

describe('a source that fails', () => {
  let source: ControlledSnapshotSource;
  let holder: SnapshotHolder;
  /** How often it was read when it had failed for the first time. */
  let before: number;

  // Before the time is given back.
  afterEach(() => {
    holder.onModuleDestroy();
  });

  const time = manualPerformanceForEachTest();

  beforeEach(async () => {
    source = new ControlledSnapshotSource();
    holder = new SnapshotHolder(source);
    source.put('shop', 1);
    await holder.refresh('shop');
    source.put('shop', 2);
    source.failWith(new UnavailableError('away'));
    await holder.refresh('shop');
    before = source.reads;
  });

  it('leaves the last good snapshot in place', () => {
    expect(revisionIn(holder)).toBe(1);
  });

  it('is asked again until it answers, and then no more', async () => {
    await time.elapse(2 * RETRY_MS);
    expect([revisionIn(holder), source.reads - before]).toEqual([1, 2]);
    source.failWith(undefined);
    await time.elapse(RETRY_MS);
    expect([revisionIn(holder), source.reads - before]).toEqual([2, 3]);
    await time.elapse(LONG_MS);
    expect(source.reads - before).toBe(3);
  });

  it('is not asked again on its own once another refresh has succeeded', async () => {
    source.failWith(undefined);
    await holder.refresh('shop');
    await time.elapse(LONG_MS);
    expect([revisionIn(holder), source.reads - before]).toEqual([2, 1]);
  });

  it('is asked again once for all refreshes that failed', async () => {
    await Promise.all([holder.refresh('shop'), holder.refresh('shop'), holder.refresh('shop')]);
    const { reads } = source;
    await time.elapse(RETRY_MS);
    expect(source.reads - reads).toBe(1);
  });

  it('is not asked again after the end', async () => {
    holder.onModuleDestroy();
    await time.elapse(LONG_MS);
    expect(source.reads - before).toBe(0);
  });

  it('is not asked again when the end comes while it is being asked', async () => {
    const refresh = holder.refresh('shop');
    holder.onModuleDestroy();
    await refresh;
    await time.elapse(LONG_MS);
    expect(source.reads - before).toBe(1);
  });
});

describe('refreshes that meet', () => {
  /** What may happen to a namespace, or be asked of its holder. */
  const event = fc.constantFrom('change', 'delete', 'refresh');

  it('show what was committed before they were asked for, and never go back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(event, { maxLength: 15 }), async (scheduler, events) => {
        const source = new MemorySnapshotSource(() => scheduler.schedule(Promise.resolve(), 'load'));
        const holder = new SnapshotHolder(source);
        /** The revisions there were, undefined for each time there was no namespace. */
        const history: (number | undefined)[] = [undefined];
        const seen: number[] = [];
        const refresh = async (): Promise<void> => {
          const before = history.length - 1;
          await holder.refresh('shop');
          const revision = revisionIn(holder);
          expect(history.slice(before)).toContain(revision);
          if (revision !== undefined) seen.push(revision);
        };
        const happen = async (what: string): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), what);
          if (what === 'refresh') return refresh();
          const revision = what === 'change' ? history.length : undefined;
          history.push(revision);
          if (revision === undefined) source.remove('shop');
          else source.put('shop', revision);
        };
        await scheduler.waitFor(Promise.all(events.map(happen)));
        expect(seen).toEqual(seen.toSorted((left, right) => left - right));
      }),
      { numRuns: runs(500) },
    );
  });

  it('of one namespace read it one at a time, and no more often than twice for all that wait', async () => {
    let reading = 0;
    let most = 0;
    let readings = 0;
    const source = new MemorySnapshotSource(async () => {
      readings++;
      most = Math.max(most, ++reading);
      await new Promise(setImmediate);
      reading--;
    });
    const holder = new SnapshotHolder(source);
    await Promise.all(Array.from({ length: 50 }, () => holder.refresh('shop')));
    expect([most, readings]).toEqual([1, 2]);
  });

  it('of several namespaces do not wait for each other', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = new Set(['slow']);
    const source = new (class extends MemorySnapshotSource {
      override async load(namespaceKey: string): ReturnType<MemorySnapshotSource['load']> {
        if (slow.has(namespaceKey)) await opened;
        return super.load(namespaceKey);
      }
    })();
    source.put('slow', 1);
    source.put('quick', 1);
    const holder = new SnapshotHolder(source);
    const waiting = holder.refresh('slow');
    await holder.refresh('quick');
    expect([revisionIn(holder, 'quick'), revisionIn(holder, 'slow')]).toEqual([1, undefined]);
    open();
    await waiting;
    expect(revisionIn(holder, 'slow')).toBe(1);
  });
});
