import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { ControlledSnapshotSource, MemorySnapshotSource } from '@pennon/testing';
import fc from 'fast-check';
import { expectStopped, manualPerformanceForEachTest } from '../../../test/support/manual-performance';
import { settle } from '../../../test/support/settle';
import { runs } from '../../../test/support/size';
import { type Freshness } from './freshness';
import { SnapshotHolder } from './snapshot-holder';

const strict: Freshness = { mode: 'strict', pollInterval: 60_000, confirmTimeout: 1000, loadTimeout: 30_000 };

let logged: jest.SpyInstance[];
let source: ControlledSnapshotSource;
let holder: SnapshotHolder;

// Before the time is given back.
afterEach(async () => {
  source.release();
  await settle();
  holder.onModuleDestroy();
  await expectStopped(source);
});

const time = manualPerformanceForEachTest();

beforeEach(async () => {
  logged = (['error', 'log'] as const).map((level) =>
    jest.spyOn(Logger.prototype, level).mockImplementation(),
  );
  source = new ControlledSnapshotSource();
  source.put('shop', 1);
  source.put('other', 1);
  holder = new SnapshotHolder(source, strict);
  await holder.loadAll();
});

function revisionIn(namespaceKey = 'shop'): number | undefined {
  return holder.current(namespaceKey)?.document.revision;
}

/** Whether the promise has been kept by now. */
async function isDone(promise: Promise<unknown> | undefined): Promise<boolean> {
  let done = false;
  void promise?.then(() => {
    done = true;
  });
  await settle();
  return done;
}

describe('a confirmation', () => {
  it('reads the revision, and no document when that has not moved', async () => {
    const before = { ...source.begun };
    await holder.confirm('shop');
    expect(source.begun).toEqual({ ...before, revisionOf: 1 });
  });

  it('ends when the snapshot shows what was committed before it', async () => {
    source.put('shop', 2);
    await holder.confirm('shop');
    expect([revisionIn(), revisionIn('other')]).toEqual([2, 1]);
  });

  it('sees namespaces that are created, deleted and created again', async () => {
    const seen: (number | undefined)[] = [];
    for (const revision of [1, undefined, 2, 3, undefined, 4]) {
      if (revision === undefined) source.remove('new');
      else source.put('new', revision);
      await holder.confirm('new');
      seen.push(revisionIn('new'));
    }
    expect(seen).toEqual([1, undefined, 2, 3, undefined, 4]);
  });

  it('sees a namespace under its new name, and no longer under the old one', async () => {
    source.remove('shop');
    source.put('store', 1);
    await Promise.all(['shop', 'store'].map(async (key) => holder.confirm(key)));
    expect([revisionIn('shop'), revisionIn('store')]).toEqual([undefined, 1]);
  });

  it('does not follow a replica that lags', async () => {
    source.put('shop', 5);
    await holder.confirm('shop');
    source.put('shop', 4);
    await holder.confirm('shop');
    expect(revisionIn()).toBe(5);
  });
});

describe('a hundred confirmations at once', () => {
  it('share two reads of the revision', async () => {
    await Promise.all(Array.from({ length: 100 }, async () => holder.confirm('shop')));
    expect(source.begun.revisionOf).toBe(2);
  });

  it('for as long as they come, have one read under way and one behind it', async () => {
    source.hold('revisionOf');
    let most = 0;
    for (let roundTrip = 1; roundTrip <= 10; roundTrip++) {
      for (let call = 0; call < 100; call++) void holder.confirm('shop');
      await settle();
      most = Math.max(most, source.hanging);
      expect(source.begun.revisionOf).toBe(roundTrip);
      source.release();
      source.hold('revisionOf');
      await settle();
    }
    expect(most).toBe(1);
  });

  it('of a thousand namespaces that there are not, share two readings of the list', async () => {
    const before = { ...source.begun };
    await Promise.all(Array.from({ length: 1000 }, async (_, index) => holder.confirm(`nowhere-${index}`)));
    expect(source.begun).toEqual({ ...before, list: before.list + 2 });
  });
});

describe('a source that fails', () => {
  beforeEach(async () => {
    source.put('shop', 2);
    source.failWith(new UnavailableError('away'));
    await holder.confirm('shop');
  });

  it('leaves the last good snapshot, and makes nobody wait any more', () => {
    expect([revisionIn(), holder.confirm('shop'), holder.confirm('nowhere')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  it('is asked again with growing waits, and not by requests', async () => {
    const reads: number[] = [];
    const before = source.reads;
    for (let second = 0; second < 20; second++) {
      for (let step = 0; step < 20; step++) {
        void holder.confirm('shop');
        time.pass(50);
        await settle();
      }
      reads.push(source.reads - before);
    }
    expect(reads[0]).toBeGreaterThanOrEqual(3);
    expect(reads.at(-1)).toBeLessThanOrEqual(20);
    expect(reads.at(-1)).toBeGreaterThanOrEqual(10);
  });

  it('is confirmed again, and caught up with, once it answers', async () => {
    await time.elapse(5000);
    source.failWith(undefined);
    await time.elapse(2000);
    expect(revisionIn()).toBe(2);
    expect(holder.confirm('shop')).toBeInstanceOf(Promise);
  });

  it('is told of in the log once when that begins and once when it ends', async () => {
    await time.elapse(10_000);
    expect(logged.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    source.failWith(undefined);
    await time.elapse(2000);
    expect(logged.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});

describe('a source that hangs', () => {
  it('makes nobody wait longer than the limit, and after it nobody at all', async () => {
    source.hold('revisionOf', 'list');
    const waits = Array.from({ length: 100 }, () => holder.confirm('shop'));
    const other = holder.confirm('other');
    time.pass(999);
    expect(await isDone(Promise.race([...waits, other]))).toBe(false);
    time.pass(1);
    expect(await isDone(Promise.all([...waits, other]))).toBe(true);
    expect([revisionIn(), holder.confirm('shop')]).toEqual([1, undefined]);
  });

  it('has no more than a few reads hanging in it, however long', async () => {
    source.hold('revisionOf', 'list');
    void holder.confirm('shop');
    for (let second = 0; second < 600; second++) {
      time.pass(1000);
      await new Promise(setImmediate);
      void holder.confirm(`namespace-${second}`);
    }
    expect(source.hanging).toBeLessThanOrEqual(5);
    source.put('shop', 2);
    source.release();
    await settle();
    await time.elapse(2000);
    expect(revisionIn()).toBe(2);
  });

  it('is not confirmed before what has moved has been read, and then is', async () => {
    source.put('shop', 2);
    source.hold('update');
    const wait = holder.confirm('shop');
    await time.elapse(1000);
    expect(await isDone(wait)).toBe(true);
    await time.elapse(500);
    expect([revisionIn(), holder.confirm('shop'), holder.confirm('other')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
    source.release();
    await settle();
    await time.elapse(2000);
    expect(revisionIn()).toBe(2);
    expect(holder.confirm('shop')).toBeInstanceOf(Promise);
    expect(logged.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});

describe('confirmations and changes that meet in any way', () => {
  const event = fc.record({
    what: fc.constantFrom('change', 'change', 'delete', 'confirm', 'confirm', 'refresh'),
    namespaceKey: fc.constantFrom('a', 'b'),
  });

  it('show what was committed before they were asked for, and never go back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(event, { maxLength: 20 }), async (scheduler, events) => {
        const slow = new MemorySnapshotSource(() => scheduler.schedule(Promise.resolve(), 'read'));
        const holder = new SnapshotHolder(slow, strict);
        /** The revisions there were, undefined for each time there was no namespace. */
        const history = new Map<string, (number | undefined)[]>();
        const seen = new Map<string, number[]>();
        const historyOf = (key: string): (number | undefined)[] => {
          const revisions = history.get(key) ?? [undefined];
          history.set(key, revisions);
          return revisions;
        };
        const look = async (key: string, wait: Promise<void> | undefined, before: number): Promise<void> => {
          await wait;
          const revision = holder.current(key)?.document.revision;
          expect(historyOf(key).slice(before)).toContain(revision);
          if (revision !== undefined) seen.set(key, [...(seen.get(key) ?? []), revision]);
        };
        const happen = async ({
          what,
          namespaceKey: key,
        }: {
          what: string;
          namespaceKey: string;
        }): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), what);
          const revisions = historyOf(key);
          const before = revisions.length - 1;
          if (what === 'confirm') return look(key, holder.confirm(key), before);
          if (what === 'refresh') return look(key, holder.refresh(key), before);
          const revision = what === 'change' ? revisions.length : undefined;
          revisions.push(revision);
          if (revision === undefined) slow.remove(key);
          else slow.put(key, revision);
        };
        await scheduler.waitFor(Promise.all(events.map(happen)));
        for (const revisions of seen.values())
          expect(revisions).toEqual(revisions.toSorted((left, right) => left - right));
        holder.onModuleDestroy();
      }),
      { numRuns: runs(300) },
    );
  });
});
