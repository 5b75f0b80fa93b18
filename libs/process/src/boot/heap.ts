import { Session } from 'node:inspector/promises';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

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

/** Bytes by which the heap may grow beyond what is alive before garbage is collected, or the share if that is more. */
const SLACK = 16 * 2 ** 20;
const LEAST_PERCENT = 20;

/**
 * Has V8 collect garbage before there is much of it, from now on.
 *
 * Left to itself it lets a heap of this size grow to four times what is alive, and a process that then has little to do
 * keeps that: after two imports of 10,000 flags, 240 MB more. A fifth alone is too little for a small heap: Node's
 * streams of HTTP/2 grow old before they are garbage, and to collect them so often took a quarter of a call over gRPC.
 * With these bytes it is half of that, for 9 MB.
 */
export function keepHeapSmall(): void {
  limitGrowth();
  const observer = new PerformanceObserver((collections) => {
    if (collections.getEntries().some(isOfAll)) limitGrowth();
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** V8 knows only a share of what is alive. It counts with it after the next collection. */
function limitGrowth(): void {
  const share = (SLACK / getHeapStatistics().used_heap_size) * 100;
  setFlagsFromString(`--heap-growing-percent=${Math.max(LEAST_PERCENT, Math.round(share))}`);
}

/** Whether a collection was of old objects too. */
function isOfAll(collection: PerformanceEntry): boolean {
  const { detail } = collection as PerformanceEntry & { readonly detail: { readonly kind: number } };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
