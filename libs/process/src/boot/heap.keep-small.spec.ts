import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { collectGarbage, keepHeapSmall } from './heap';

/**
 * Makes garbage of objects that have grown old, 40 MB of which are alive at a time, and tells the largest heap there
 * was.
 */
const program = `
  const { getHeapStatistics } = require('node:v8');
  const { parentPort } = require('node:worker_threads');
  const kept = [];
  let largest = 0;
  for (let made = 0; made < 300; made++) {
    kept.push(Array.from({ length: 64 }, () => new Array(2048).fill(made)));
    if (kept.length > 40) kept.shift();
    largest = Math.max(largest, getHeapStatistics().used_heap_size);
  }
  parentPort.postMessage(largest / 2 ** 20);
`;

/** The largest heap of a thread, in MiB: it has one of its own, and the flags of the process. */
async function largestHeap(): Promise<number> {
  const [largest] = (await once(new Worker(program, { eval: true }), 'message')) as [number];
  return largest;
}

/**
 * As far as V8 may let a heap grow beyond what is alive, in percent. How far it does depends on how fast the machine
 * is: a comparison with that would be one of times. Flags are of the whole process.
 */
const growAsV8May = (): void => {
  setFlagsFromString('--heap-growing-percent=300');
};

beforeEach(() => {
  growAsV8May();
  // Marking in steps falls behind on a busy machine, and lets the heap grow meanwhile.
  setFlagsFromString('--no-incremental-marking');
});

afterEach(() => {
  setFlagsFromString('--heap-growing-percent=0');
  setFlagsFromString('--incremental-marking');
});

it('a heap that has become large grows little beyond what is alive', async () => {
  const before = await largestHeap();
  keepHeapSmall();
  const kept = new Array<number>(2 ** 25).fill(0.5);
  await collectGarbage();
  // Collections are told in a later turn.
  await setTimeout(100);
  const small = await largestHeap();
  expect(small).toBeLessThan(before * 0.6);
  expect(kept).toHaveLength(2 ** 25);
});
