import { performance } from 'node:perf_hooks';
import { inTurns } from './in-turns';

/** Steps of half a millisecond each, which tell how far they are. */
function* work(onStep: (step: number) => void): Generator<undefined, string, undefined> {
  for (let step = 1; step <= 100; step++) {
    const end = performance.now() + 0.5;
    while (performance.now() < end);
    onStep(step);
    yield;
  }
  return 'done';
}

describe('work in turns', () => {
  it('is done in the end, and others have had their turn in between', async () => {
    let steps = 0;
    const seen = new Set<number>();
    let isWatching = true;
    const watch = (): void => {
      seen.add(steps);
      if (isWatching) setImmediate(watch);
    };
    setImmediate(watch);
    expect(await inTurns(work((step) => (steps = step)))).toBe('done');
    isWatching = false;
    expect(steps).toBe(100);
    expect(seen.size).toBeGreaterThan(5);
  });

  it('fails as it fails', async () => {
    const failing = work((step) => {
      if (step === 3) throw new Error('at the third step');
    });
    await expect(inTurns(failing)).rejects.toThrow('at the third step');
  });
});
