import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from './at-most';

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
