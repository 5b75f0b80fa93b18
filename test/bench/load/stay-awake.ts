import { performance } from 'node:perf_hooks';

/**
 * Keeps this process going round its event loop without ever waiting, until the returned function is called. That
 * tells the share of the time, 0–1, in which there was something to do.
 *
 * A generator that sleeps has to be woken for every answer, and it is the server's core that pays: on a virtual
 * machine 20 µs a request, more the slower the server is. That would be measured as the server's own work.
 *
 * @param progress A number that changes whenever something was done.
 */
export function stayAwake(progress: () => number): () => number {
  const start = performance.now();
  let isAwake = true;
  let busy = 0;
  let last = { time: start, progress: progress() };
  const turn = (): void => {
    const now = { time: performance.now(), progress: progress() };
    if (now.progress !== last.progress) busy += now.time - last.time;
    last = now;
    if (isAwake) setImmediate(turn);
  };
  turn();
  return () => {
    isAwake = false;
    return busy / (performance.now() - start);
  };
}
