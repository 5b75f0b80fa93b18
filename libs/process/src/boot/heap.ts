import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Has all garbage collected at once, and its memory given back.
 *
 * For the end of a start, while nobody can ask yet: the rows of 10,000 flags with 5 rules each are 200 MB of garbage,
 * and what is left is a quarter of that. V8 collects when the heap has grown by as much again as is alive, and does not
 * come back to it by itself in a process that goes on to allocate little: measured, all of it was still resident
 * minutes later. It takes about twice as many milliseconds as there are megabytes alive.
 *
 * What the inspector has is V8's answer to a lack of memory. The `gc` of `--expose-gc` leaves the space for young
 * objects as large as the loading has made it, which is up to 32 MB that nothing needs before there is load.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  // The code of what has run would go with it, and the first requests would wait until it is compiled again.
  setFlagsFromString('--no-flush-bytecode');
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    setFlagsFromString('--flush-bytecode');
    session.disconnect();
  }
}

/** By how many percent the heap may grow beyond what is alive before garbage is collected. */
const GROWTH_PERCENT = 20;

/**
 * Has V8 collect garbage before there is much of it, from now on.
 *
 * Left to itself it lets a heap of this size grow to four times what is alive, and a process that then has little to do
 * keeps that: after two imports of 10,000 flags, 240 MB more. It collects in the background and in small steps, so that
 * evaluation costs the same, measured by turns.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
