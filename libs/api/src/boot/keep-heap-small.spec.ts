import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { collectGarbage } from './collect-garbage';
import { keepHeapSmall } from './keep-heap-small';

const MIB = 2 ** 20;

/** Makes that much garbage of objects that have grown old, and resolves with the largest heap there was meanwhile. */
async function makeGarbage(mebibytes: number): Promise<number> {
  const kept: unknown[] = [];
  let largest = 0;
  for (let made = 0; made < mebibytes; made++) {
    // Each is kept for so long that no collection of young objects finds it.
    kept.push(Array.from({ length: 64 }, () => new Array<number>(2048).fill(made)));
    if (kept.length > 40) kept.shift();
    await Promise.resolve();
    largest = Math.max(largest, getHeapStatistics().used_heap_size);
  }
  return largest;
}

afterEach(() => {
  setFlagsFromString('--heap-growing-percent=0');
});

it('the heap grows little beyond what is alive', async () => {
  await collectGarbage();
  const before = await makeGarbage(600);
  await collectGarbage();
  keepHeapSmall();
  const alive = getHeapStatistics().used_heap_size + 40 * MIB;
  expect(await makeGarbage(600)).toBeLessThan(Math.min(before, alive * 1.5 + 32 * MIB));
});
