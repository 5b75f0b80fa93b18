import { performance } from 'node:perf_hooks';

/** The time that has passed, as far as `performance.now()` and timers know. */
export interface ManualPerformance {
  /** Lets that many milliseconds pass. */
  pass(milliseconds: number): void;
}

/** Makes every test of the file or block the master of its time. Immediates and ticks go on by themselves. */
export function manualPerformanceForEachTest(): ManualPerformance {
  let now = 0;
  beforeEach(() => {
    now = 1_000_000;
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask', 'nextTick', 'setImmediate'] });
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  return {
    pass(milliseconds) {
      now += milliseconds;
      jest.advanceTimersByTime(milliseconds);
    },
  };
}
