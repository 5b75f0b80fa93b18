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
});
