import { performance } from 'node:perf_hooks';
import { fakeTimers } from './fake-timers';
import { settle } from './settle';

/** Length of a small step, in milliseconds. */
const STEP_MS = 50;

/** The time that has passed, as far as `performance.now()` and timers know. */
export interface ManualPerformance {
  /** Lets that many milliseconds pass. */
  pass(milliseconds: number): void;

  /** Lets that many pass in small steps, after each of which everything happens that needs no more time. */
  elapse(milliseconds: number): Promise<void>;
}

/** Makes every test of the file or block the master of its time. Immediates and ticks go on by themselves. */
export function manualPerformanceForEachTest(): ManualPerformance {
  let now = 0;
  beforeEach(() => {
    now = 1_000_000;
    fakeTimers();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    jest.advanceTimersByTime(milliseconds);
  };
  return {
    pass,
    async elapse(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        pass(STEP_MS);
        await settle();
      }
    },
  };
}

/**
 * How many timers go on: those that are left when the present ones have gone off. What an earlier test file of the
 * worker left behind, such as a connection that is being closed, may set one of its own meanwhile.
 */
export async function timersThatGoOn(): Promise<number> {
  if (jest.getTimerCount() > 0) {
    jest.runOnlyPendingTimers();
    await settle();
  }
  return jest.getTimerCount();
}
