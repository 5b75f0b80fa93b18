import { OperationLock, type LockOutcome } from '@pennon/domain';
import { LeasedJob } from './repeated-job';

const INTERVAL_MS = 100;

/** Turns as the database keeps them, for one instance. */
class Turns extends OperationLock {
  readonly outcomes: boolean[] = [];
  private freeAt = 0;

  async tryAcquire(_: string, interval: number): Promise<LockOutcome> {
    const now = Date.now() * 1000;
    const isAcquired = now >= this.freeAt;
    this.outcomes.push(isAcquired);
    if (isAcquired) this.freeAt = now + interval;
    return Promise.resolve({ isAcquired, nextTurnAt: this.freeAt });
  }

  async release(): Promise<void> {
    return Promise.resolve();
  }
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});

afterEach(() => {
  jest.useRealTimers();
});

it('a leased job finds its own turn over whenever it tries again', async () => {
  const turns = new Turns();
  const plan = { operation: 'pruning', interval: INTERVAL_MS, onFailure: () => INTERVAL_MS };
  const job = new LeasedJob(turns, { ...plan, work: async () => Promise.resolve() });
  job.start();
  while (turns.outcomes.length < 20) await jest.advanceTimersByTimeAsync(INTERVAL_MS);
  const stopped = job.stop();
  await jest.advanceTimersByTimeAsync(INTERVAL_MS);
  await stopped;
  expect(turns.outcomes).not.toContain(false);
});
