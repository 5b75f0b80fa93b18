import { UnavailableError } from '@pennon/domain';

/** What was waited for did not come in time; it may still come, and nobody waits for it any more. */
export class OverdueError extends UnavailableError {}

/**
 * Waits for the work no longer than that.
 *
 * @param what What is waited for, in the words of the error: `the list of revisions`.
 * @throws OverdueError when it takes longer; whatever comes of the work then is ignored.
 */
export async function withinTime<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new OverdueError(`${what} took longer than ${limitMs} ms`));
    }, limitMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
