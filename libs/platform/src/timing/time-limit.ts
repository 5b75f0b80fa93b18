import { performance } from 'node:perf_hooks';
import { UnavailableError } from '@pennon/domain';

/** What was waited for did not come in time; it may still come, and nobody waits for it any more. */
export class OverdueError extends UnavailableError {}

/** A timer that is later than this by that many milliseconds shows that the process stood still meanwhile. */
const STANDSTILL_MS = 50;

/**
 * Waits for the work no longer than that.
 *
 * @param what What is waited for, in the words of the error: `the list of revisions`.
 * @throws OverdueError when it takes longer; whatever comes of the work then is ignored.
 */
export async function withinTime<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = whenOverdue(limitMs, () => {
      reject(new OverdueError(`${what} took longer than ${limitMs} ms`));
    });
    work.then(resolve, reject).finally(cancel);
  });
}

/**
 * Calls back when something else has had that much time to answer, unless it is cancelled before.
 *
 * Time in which this process stood still, for want of processor time say, is not the other side's: its answer may lie
 * there unread, because expired timers run before what has arrived is read
 * (https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick). So whoever was kept from hearing is given
 * as much time again, and what has arrived by the end is read first.
 *
 * @returns Cancels it.
 */
export function whenOverdue(limitMs: number, callback: () => void): () => void {
  const begunAt = performance.now();
  let last: NodeJS.Immediate | undefined;
  const expire = (): void => {
    last = setImmediate(callback);
  };
  let timer = setTimeout(() => {
    const late = performance.now() - begunAt - limitMs;
    if (late < STANDSTILL_MS) expire();
    else timer = setTimeout(expire, Math.min(late, limitMs));
  }, limitMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}
