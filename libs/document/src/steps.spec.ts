import { groupBy } from '@pennon/domain';
import fc from 'fast-check';
import { flatMapInSteps, groupInSteps, mapInSteps, runSteps } from './steps';

const words = fc.array(fc.string(), { maxLength: 300 });

describe('work in steps', () => {
  it('comes to the same as at once', () => {
    fc.assert(
      fc.property(words, (items) => {
        const twice = (word: string): readonly string[] => [word, `${word}!`];
        const first = (word: string): string => word.charAt(0);
        expect(runSteps(mapInSteps(items, first))).toEqual(items.map(first));
        expect(runSteps(flatMapInSteps(items, twice))).toEqual(items.flatMap(twice));
        expect([...runSteps(groupInSteps(items, first))]).toEqual([...groupBy(items, first)]);
      }),
    );
  });

  it('never does more than a few items in one', () => {
    let seen = 0;
    const steps = mapInSteps(
      Array.from({ length: 1000 }, () => ''),
      () => seen++,
    );
    let most = 0;
    for (let before = 0, isDone = false; !isDone; before = seen) {
      isDone = steps.next().done === true;
      most = Math.max(most, seen - before);
    }
    expect(seen).toBe(1000);
    expect(most).toBeLessThanOrEqual(50);
  });
});
