import { setTimeout as delay } from 'node:timers/promises';
import { allEnded, atMost, mapAtMost } from './at-most';

describe('atMost', () => {
  it('does so many at the same time, and no more', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await atMost(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
      most = Math.max(most, ++running);
      await delay(1);
      running--;
      done.push(item);
    });
    expect(most).toBe(3);
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('rejects with the first failure when all have come to their end', async () => {
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      await delay(item);
      ended.push(item);
      if (item < 3) throw new Error(`${item} fails`);
    };
    await expect(atMost(2, [1, 5, 2, 3], work)).rejects.toThrow('1 fails');
    expect(ended.toSorted()).toEqual([1, 2, 3, 5]);
  });

  it('counts work that throws at once as failed, and does the rest', async () => {
    const begun: number[] = [];
    const work = (item: number): Promise<void> => {
      begun.push(item);
      if (item === 1) throw new Error('at once');
      return Promise.resolve();
    };
    await expect(atMost(1, [1, 2], work)).rejects.toThrow('at once');
    expect(begun).toEqual([1, 2]);
  });
});

describe('mapAtMost', () => {
  it('returns the results in the order of the items, whichever ends first', async () => {
    let running = 0;
    let most = 0;
    const results = await mapAtMost(2, [5, 1, 3], async (item) => {
      most = Math.max(most, ++running);
      await delay(item);
      running--;
      return item * 2;
    });
    expect(results).toEqual([10, 2, 6]);
    expect(most).toBe(2);
  });

  it('starts nothing after a failure, and rejects when what was started has ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      if (item === 2) throw new Error('2 fails');
      await delay(5);
      ended.push(item);
    };
    await expect(mapAtMost(2, [1, 2, 3, 4], work)).rejects.toThrow('2 fails');
    expect(begun).toEqual([1, 2]);
    expect(ended).toEqual([1]);
  });
});

describe('allEnded', () => {
  it('resolves with all results', async () => {
    expect(await allEnded([Promise.resolve(1), delay(1, 2)])).toEqual([1, 2]);
  });

  it('rejects with the first reason when all have ended', async () => {
    let isEnded = false;
    const slow = delay(5).then(() => {
      isEnded = true;
    });
    await expect(allEnded([Promise.reject(new Error('first')), slow])).rejects.toThrow('first');
    expect(isEnded).toBe(true);
  });
});
