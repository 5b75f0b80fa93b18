import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { NamespacesRefusedError } from '@pennon/snapshot';
import { ControlledSnapshotSource } from '@pennon/testing';
import { expectStopped, manualPerformanceForEachTest } from '../../../test/support/manual-performance';
import { settle } from '../../../test/support/settle';
import { type FreshnessMode } from './freshness';
import { SnapshotHolder } from './snapshot-holder';

const limits = { pollInterval: 1000, confirmTimeout: 1000, loadTimeout: 30_000 };

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

let error: jest.SpyInstance;

beforeEach(() => {
  error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  source = new ControlledSnapshotSource();
  source.put('shop', 1);
  source.put('other', 1);
});

async function start(mode: FreshnessMode, pollInterval = limits.pollInterval): Promise<void> {
  holder = new SnapshotHolder(source, { ...limits, mode, pollInterval });
  await holder.loadAll();
}

describe.each(['strict', 'bounded'] as const)('an age, in %s mode', (mode) => {
  it('begins with the start', async () => {
    await start(mode);
    expect([holder.ageMs('shop'), holder.ageMs('nowhere'), holder.greatestAgeMs()]).toEqual([0, 0, 0]);
  });

  it('is never much more than the interval of the poll while the source answers', async () => {
    await start(mode);
    for (let step = 0; step < 100; step++) {
      await time.elapse(50);
      expect(holder.greatestAgeMs()).toBeLessThanOrEqual(1050);
    }
  });

  it('grows while the source does not answer, and falls when it does', async () => {
    await start(mode);
    source.failWith(new UnavailableError('away'));
    await time.elapse(10_000);
    expect([holder.ageMs('shop'), holder.ageMs('nowhere'), holder.greatestAgeMs()]).toEqual([
      10_000, 10_000, 10_000,
    ]);
    source.failWith(undefined);
    await time.elapse(2000);
    expect(holder.greatestAgeMs()).toBeLessThanOrEqual(2000);
  });

  it('grows of what is refused, while the rest is followed, and every refusal is told once', async () => {
    const refuse = (message: string): void => {
      source.refused = new NamespacesRefusedError(message, (key) => ['shop', 'lost'].includes(key));
    };
    refuse('shop.yml:1:1');
    await start(mode);
    expect(() => holder.current('lost')).toThrow('shop.yml:1:1');
    expect(holder.current('nowhere')).toBeUndefined();
    source.put('other', 2);
    await time.elapse(5000);
    refuse('more.yml:1:1');
    await time.elapse(5000);
    expect(holder.current('other')?.document.revision).toBe(2);
    expect(holder.ageMs('other')).toBeLessThanOrEqual(2000);
    expect([holder.ageMs('shop'), holder.isSourceFailing]).toEqual([10_000, false]);
    // It takes nobody from the namespaces that are fresh.
    expect(holder.greatestAgeMs()).toBeLessThanOrEqual(2000);
    expect(holder.refusedNamespaces()).toBe(1);
    expect(error.mock.calls.map(([{ err }]) => (err as Error).message)).toEqual([
      'shop.yml:1:1',
      'more.yml:1:1',
    ]);
    source.refused = undefined;
    await time.elapse(3000);
    expect(holder.greatestAgeMs()).toBeLessThanOrEqual(2000);
    expect(holder.refusedNamespaces()).toBe(0);
  });

  it('is counted from the beginning of a read, not from its end', async () => {
    await start(mode, 60_000);
    await time.elapse(5000);
    source.hold('update');
    source.put('shop', 2);
    void holder.refresh('shop');
    await time.elapse(500);
    source.release();
    await settle();
    expect([holder.current('shop')?.document.revision, holder.ageMs('shop')]).toEqual([2, 500]);
  });

  it('is that of each namespace by itself', async () => {
    await start(mode, 60_000);
    await time.elapse(5000);
    await holder.refresh('shop');
    expect([holder.ageMs('shop'), holder.ageMs('other'), holder.greatestAgeMs()]).toEqual([0, 5000, 5000]);
  });

  it('does not heed the clock', async () => {
    await start(mode);
    const hour = 3_600_000;
    for (const jump of [hour, -hour]) {
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + jump);
      await time.elapse(1000);
      expect(holder.greatestAgeMs()).toBeLessThanOrEqual(1050);
    }
  });

  it('of a namespace whose revision is behind what is held, as that of a replica that lags, grows', async () => {
    await start(mode);
    source.put('shop', 0);
    await time.elapse(5000);
    expect(holder.ageMs('shop')).toBeGreaterThanOrEqual(4000);
    expect(holder.ageMs('other')).toBeLessThanOrEqual(1050);
  });
});

describe.each(['strict', 'bounded'] as const)('a start from what was kept, in %s mode', (mode) => {
  beforeEach(async () => {
    source.lag = 60_000;
    await start(mode);
  });

  it('is as old as that, and does not grow younger', async () => {
    expect([holder.ageMs('shop'), holder.ageMs('nowhere'), holder.greatestAgeMs()]).toEqual([
      60_000, 60_000, 60_000,
    ]);
    await time.elapse(10_000);
    expect([holder.ageMs('shop'), holder.greatestAgeMs()]).toEqual([70_000, 70_000]);
  });

  it('makes nobody wait, and is told of in the log once, until the source is back', async () => {
    const waits: (Promise<void> | undefined)[] = [];
    for (let step = 0; step < 100; step++) {
      waits.push(holder.confirm('shop'));
      await time.elapse(50);
    }
    expect(new Set(waits)).toEqual(new Set([undefined]));
    expect(error).toHaveBeenCalledTimes(1);
    source.lag = undefined;
    source.put('shop', 2);
    await time.elapse(2000);
    expect(holder.current('shop')?.document.revision).toBe(2);
    expect(holder.greatestAgeMs()).toBeLessThanOrEqual(2000);
  });
});

describe('an age, in strict mode', () => {
  it('begins anew with each confirmation', async () => {
    await start('strict', 60_000);
    await time.elapse(5000);
    await holder.confirm('shop');
    expect([holder.ageMs('shop'), holder.ageMs('other')]).toEqual([0, 5000]);
    await holder.confirm('nowhere');
    expect([holder.ageMs('nowhere'), holder.greatestAgeMs()]).toEqual([0, 0]);
  });
});

describe('where nobody else stays who writes', () => {
  it('nothing ages, no evaluation reads anything, and a poll reads the list alone', async () => {
    await start('embedded');
    const before = { ...source.begun };
    const waits = Array.from({ length: 1000 }, () => holder.confirm('shop'));
    expect(new Set(waits)).toEqual(new Set([undefined]));
    expect(source.begun).toEqual(before);
    await time.elapse(10_000);
    expect([holder.ageMs('shop'), holder.ageMs('nowhere'), holder.greatestAgeMs()]).toEqual([0, 0, 0]);
    expect(source.begun.list).toBeGreaterThan(before.list);
    expect(source.begun).toEqual({ ...before, list: source.begun.list });
    expect(jest.getTimerCount()).toBe(1);
  });
});

describe('a start', () => {
  it.each(['embedded', 'strict', 'bounded'] as const)(
    'has read every namespace, a few at a time, in %s mode',
    async (mode) => {
      for (let index = 0; index < 100; index++) source.put(`namespace-${index}`, 1);
      source.hold('load');
      let isOver = false;
      const starting = start(mode).then(() => {
        isOver = true;
      });
      await settle();
      expect([isOver, source.hanging]).toEqual([false, 4]);
      source.release();
      await starting;
      expect(holder.current('namespace-99')?.document.revision).toBe(1);
    },
  );

  it.each(['strict', 'bounded'] as const)('that fails leaves no timer behind, in %s mode', async (mode) => {
    source.failWith(new UnavailableError('away'));
    await expect(start(mode)).rejects.toThrow('away');
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('an age, where nobody else writes', () => {
  it('is 0, and of what is refused that of what is held', async () => {
    await start('embedded');
    source.refused = new NamespacesRefusedError('a feature is lacking', (key) => key === 'shop');
    await time.elapse(10_000);
    expect([holder.ageMs('shop'), holder.ageMs('other'), holder.greatestAgeMs()]).toEqual([10_000, 0, 0]);
    source.refused = undefined;
    await time.elapse(2000);
    expect(holder.ageMs('shop')).toBe(0);
  });
});
