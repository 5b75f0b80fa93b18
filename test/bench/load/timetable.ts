import { performance } from 'node:perf_hooks';
import { type AwakeLoop } from './awake-loop';

/** When one connection sends its requests. */
export interface Timetable {
  /**
   * Calls back when the next request is to be sent, with the time that its latency counts from, by `performance.now()`;
   * with undefined when there is none to send any more.
   */
  readonly next: (send: (since: number | undefined) => void) => void;
}

/** Each request as soon as the one before is answered: as much as the server can take. */
export function withoutPause(deadline: number): Timetable {
  return {
    next(send) {
      const now = performance.now();
      send(now < deadline ? now : undefined);
    },
  };
}

/**
 * A request every so often, whether the server is slow or not. Its latency counts from when it was due, so that a
 * server that stood still is charged for all who would have asked meanwhile.
 *
 * @param first When the first one is due. @param interval Milliseconds from one to the next.
 */
export function paced(loop: AwakeLoop, first: number, interval: number, deadline: number): Timetable {
  let due = first - interval;
  return {
    next(send) {
      due += interval;
      const since = due;
      if (since >= deadline) send(undefined);
      else if (since <= performance.now()) send(since);
      else
        loop.at(since, () => {
          send(since);
        });
    },
  };
}
