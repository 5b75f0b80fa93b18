import { UnavailableError } from '@pennon/domain';

/** What was waited for did not come in time; it may still come, and nobody waits for it any more. */
export class OverdueError extends UnavailableError {}

/**
 * A limit is waited for in steps of this length, in milliseconds. A step that takes longer counts as one all the same:
 * the process stood still meanwhile.
 */
const STEP_MS = 20;

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
 * Only time in which this process runs counts. While it stands still, stopped or in want of processor time, work of its
 * own stands still as well, and answers lie there unread. What has arrived by the end is read first, because expired
 * timers run before (https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick).
 *
 * @returns Cancels it.
 */
export function whenOverdue(limitMs: number, callback: () => void): () => void {
  let last: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, STEP_MS);
    timer = setTimeout(() => {
      if (leftMs > stepMs) wait(leftMs - stepMs);
      else last = setImmediate(callback);
    }, stepMs);
  };
  wait(limitMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}
