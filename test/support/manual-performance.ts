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

/** How often all timers go off before those that are left are said to go on. */
const ROUNDS = 20;

/**
 * How many timers go on: those that are left however often the present ones have gone off. What an earlier test file of
 * the worker left behind, such as a connection that is being closed, may set some of its own meanwhile, but comes to an
 * end.
 */
export async function timersThatGoOn(): Promise<number> {
  for (let round = 0; round < ROUNDS && jest.getTimerCount() > 0; round++) {
    jest.runOnlyPendingTimers();
    await settle();
  }
  return jest.getTimerCount();
}
