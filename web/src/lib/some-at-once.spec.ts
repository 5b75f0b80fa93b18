import { someAtOnce } from './some-at-once';

const items = Array.from({ length: 50 }, (_, index) => index);

describe('someAtOnce', () => {
  it('works on every item, and never on more than four at once', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    const taken = await someAtOnce(items, 4, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, item % 3));
      seen.push(item);
      running -= 1;
    });
    expect(taken).toBe(50);
    expect(seen.toSorted((left, right) => left - right)).toEqual(items);
    expect(most).toBe(4);
  });

  it('takes no more items once it is stopped, and ends those it began', async () => {
    const ended: number[] = [];
    const taken = await someAtOnce(
      items,
      4,
      async (item) => {
        await Promise.resolve();
        ended.push(item);
      },
      () => ended.length >= 10,
    );
    expect(ended).toHaveLength(taken);
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThan(50);
  });

  it('takes no more items after a failure, and rejects when those that it began have ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = someAtOnce(items, 4, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('1 fails');
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended.push(item);
    });
    await expect(work).rejects.toThrow('1 fails');
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(ended).toEqual([0, 2, 3]);
  });
});
