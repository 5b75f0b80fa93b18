import { Logger } from '@nestjs/common';
import { SnapshotHolder } from '@pennon/snapshots';
import { ControlledSnapshotSource } from '@pennon/testing';
import { awaitRevision } from './min-revision';

const LIMIT_MS = 200;

const bounded = { mode: 'bounded', pollInterval: 60_000, confirmTimeout: 1000, loadTimeout: 30_000 } as const;

/** Has this process stand still, as it does when it is stopped. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a revision that is waited for while the process stands still', () => {
  let source: ControlledSnapshotSource;
  let holder: SnapshotHolder;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    source = new ControlledSnapshotSource();
    source.put('shop', 7);
    holder = new SnapshotHolder(source, bounded);
    await holder.loadAll();
  });

  afterEach(() => {
    holder.onModuleDestroy();
  });

  it('has the time afterwards that it was to have', async () => {
    const awaited = awaitRevision(holder, 'shop', { revision: 8 }, LIMIT_MS);
    // It is read in steps of this process, which come after the standstill.
    setTimeout(() => {
      setTimeout(() => {
        source.put('shop', 8);
      }, LIMIT_MS / 10);
    }, LIMIT_MS / 10);
    standStill(2 * LIMIT_MS);
    await awaited;
    expect(holder.current('shop')?.document.revision).toBe(8);
  });

  it('is refused when it does not come', async () => {
    const awaited = awaitRevision(holder, 'shop', { revision: 8 }, LIMIT_MS);
    standStill(2 * LIMIT_MS);
    await expect(awaited).rejects.toThrow('revision 8 is wanted');
  });
});
