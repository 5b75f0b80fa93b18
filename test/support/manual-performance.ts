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

/** How often all timers go off before something is said to have stopped. */
const ROUNDS = 5;

/**
 * Sees that whoever asks a source has stopped: it is asked nothing more, however often all timers go off. Timers are
 * not counted, because some may be of an earlier test file of the worker: the timers of Node's own modules are faked
 * for it, too.
 */
export async function expectStopped(source: { readonly begun: object }): Promise<void> {
  const begun = { ...source.begun };
  for (let round = 0; round < ROUNDS; round++) {
    jest.runOnlyPendingTimers();
    await settle();
  }
  expect(source.begun).toEqual(begun);
}
