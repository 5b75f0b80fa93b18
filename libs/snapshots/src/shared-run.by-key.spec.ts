import { SharedRuns } from './shared-run';

describe('runs that are shared by key', () => {
  it('are one at a time for a key, and do not wait for those of another', async () => {
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const runs = new SharedRuns(async (key) => {
      started.push(key);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
    const all = [runs.run('a'), runs.run('a'), runs.run('a'), runs.run('b')];
    expect(started).toEqual(['a', 'b']);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(started).toEqual(['a', 'b', 'a']);
  });

  it('leave nothing behind, whatever became of them', async () => {
    const runs = new SharedRuns(async (key) => {
      await Promise.resolve();
      if (key.endsWith('7')) throw new Error(key);
    });
    const keys = Array.from({ length: 1000 }, (_, index) => `key-${index}`);
    const all = Promise.allSettled([...keys, ...keys].map((key) => runs.run(key)));
    expect(runs.size).toBe(1000);
    await all;
    expect(runs.size).toBe(0);
  });
});
