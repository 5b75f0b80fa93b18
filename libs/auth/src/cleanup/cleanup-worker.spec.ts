import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { UnavailableError, type Instant } from '@pennon/domain';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { fakeTimers } from '../../../../test/support/fake-timers';
import { type CleanupPass } from './cleanup-pass';
import { CleanupWorker } from './cleanup-worker';

const SECOND = 1_000_000;
const OPERATION = 'cleanup_auth_METHOD_TOKEN';

let run: jest.Mock<Promise<Instant>, []>;
let scheduler: SchedulerRegistry;
let worker: CleanupWorker;
let logged: jest.SpyInstance;

beforeEach(() => {
  fakeTimers();
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  run = jest.fn<Promise<Instant>, []>().mockResolvedValue(SOME_MOMENT + 10 * SECOND);
  scheduler = new SchedulerRegistry();
  // A pass is what it does and what it is called.
  const pass = { operation: OPERATION, run } as unknown as CleanupPass;
  worker = new CleanupWorker(pass, new ManualClock(), scheduler);
});

afterEach(async () => {
  await worker.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function pass(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
}

it('begins at once', () => {
  worker.start();
  expect(run).toHaveBeenCalledTimes(1);
});

it('goes on when the next turn is free, and not before', async () => {
  worker.start();
  await pass(9_999);
  expect(run).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(2);
  await pass(10_000);
  expect(run).toHaveBeenCalledTimes(3);
});

it('shows its timer under the name of its job, one at a time', async () => {
  worker.start();
  await pass(25_000);
  expect(scheduler.getTimeouts()).toEqual([OPERATION]);
});

it('logs a failure, and tries again five minutes later, then ten', async () => {
  run.mockRejectedValue(new UnavailableError('away'));
  worker.start();
  await pass(299_999);
  expect(run).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(2);
  await pass(599_999);
  expect(run).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(3);
  expect(logged).toHaveBeenCalledTimes(3);
  expect(logged).toHaveBeenLastCalledWith(
    { err: new UnavailableError('away'), operation: OPERATION, retryInMs: 1_200_000 },
    'cleanup failed',
  );
});

it('counts its failures anew after a success', async () => {
  run.mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce(SOME_MOMENT + SECOND);
  run.mockRejectedValueOnce(new Error('lost'));
  worker.start();
  await pass(300_000);
  await pass(1_000);
  expect(run).toHaveBeenCalledTimes(3);
  await pass(299_999);
  expect(run).toHaveBeenCalledTimes(3);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(4);
});

it('when it is stopped, waits for the pass that is running, and starts no other', async () => {
  let finish = (): void => undefined;
  run.mockReturnValue(
    new Promise((resolve) => {
      finish = () => {
        resolve(SOME_MOMENT + SECOND);
      };
    }),
  );
  worker.start();
  let hasStopped = false;
  const stopped = worker.stop().then(() => {
    hasStopped = true;
  });
  await pass(60_000);
  expect(hasStopped).toBe(false);
  finish();
  await stopped;
  await pass(3_600_000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(scheduler.getTimeouts()).toEqual([]);
});

it('when it is stopped between two passes, leaves no timer', async () => {
  worker.start();
  await pass(1);
  await worker.stop();
  expect(scheduler.getTimeouts()).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
