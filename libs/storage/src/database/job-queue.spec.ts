import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, UnavailableError } from '@pennon/domain';
import { JobQueue } from './job-queue';

/** A job that ends when it is told to. */
function job(): { run: () => Promise<void>; end: () => void; isRunning: () => boolean } {
  let end = (): void => undefined;
  let isRunning = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    run: () => {
      isRunning = true;
      return ended;
    },
    end,
    isRunning: () => isRunning,
  };
}

/** Lets everything happen that waits for nothing. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('queue', () => {
  it('run as many jobs at once as they may, the others in the order they came', async () => {
    const queue = new JobQueue('reads', { atOnce: 2, pending: 10, patience: 1000 });
    const jobs = [job(), job(), job(), job()];
    const done = jobs.map(({ run }) => queue.run(run));
    await settle();
    expect(jobs.map(({ isRunning }) => isRunning())).toEqual([true, true, false, false]);
    jobs[1]?.end();
    await settle();
    expect(jobs.map(({ isRunning }) => isRunning())).toEqual([true, true, true, false]);
    for (const { end } of jobs) end();
    await Promise.all(done);
    expect(jobs.every(({ isRunning }) => isRunning())).toBe(true);
  });

  it('tell how many jobs run or wait, and how many had to wait for how long', async () => {
    const queue = new JobQueue('reads', { atOnce: 1, pending: 10, patience: 1000 });
    expect(queue.usage).toEqual({ depth: 0, waits: 0, waitedMs: 0 });
    const jobs = [job(), job(), job()];
    const done = jobs.map(({ run }) => queue.run(run));
    expect(queue.usage).toEqual({ depth: 3, waits: 2, waitedMs: 0 });
    expect(queue.runs).toBe(1);
    for (const { end } of jobs) end();
    await Promise.all(done);
    expect(queue.usage).toEqual({ depth: 0, waits: 2, waitedMs: expect.any(Number) });
    expect(queue.usage.waitedMs).toBeGreaterThan(0);
  });

  it('are handed on by a job that fails', async () => {
    const queue = new JobQueue('reads', { atOnce: 1, pending: 10, patience: 1000 });
    const failing = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(() => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('are refused when too many wait', async () => {
    const queue = new JobQueue('writes', { atOnce: 1, pending: 2, patience: 1000 });
    const [first, second] = [job(), job()];
    const done = [queue.run(first.run), queue.run(second.run)];
    await expect(queue.run(() => Promise.resolve())).rejects.toThrow(
      new UnavailableError('too many writes are waiting; try again later'),
    );
    first.end();
    second.end();
    await Promise.all(done);
  });

  it('are not waited for longer than they may, which leaves the others their order', async () => {
    const queue = new JobQueue('writes', { atOnce: 1, pending: 10, patience: 50 });
    const first = job();
    const done = queue.run(first.run);
    await expect(queue.run(() => Promise.resolve())).rejects.toThrow(
      'writes had to wait too long for the database; try again later',
    );
    const last = queue.run(() => Promise.resolve('last'));
    first.end();
    await done;
    expect(await last).toBe('last');
  });

  it('are waited for as long as others succeed, or are refused by a law', async () => {
    // The last waits for twice as long as that.
    const queue = new JobQueue('writes', { atOnce: 1, pending: 10, patience: 500 });
    const jobs = [1, 2, 3, 4, 5, 6].map(async (number) =>
      queue.run(async () => {
        await delay(200);
        if (number % 2 === 0) throw new InvalidArgumentError('taken');
        return number;
      }),
    );
    expect(await Promise.allSettled(jobs)).toMatchObject([
      { value: 1 },
      { reason: { code: 'INVALID_ARGUMENT' } },
      { value: 3 },
      { reason: { code: 'INVALID_ARGUMENT' } },
      { value: 5 },
      { reason: { code: 'INVALID_ARGUMENT' } },
    ]);
  });

  it('are not waited for while all that run find the database unavailable', async () => {
    const queue = new JobQueue('writes', { atOnce: 1, pending: 10, patience: 60 });
    const away = async (): Promise<void> => {
      await delay(40);
      throw new UnavailableError('away');
    };
    const outcomes = await Promise.allSettled([away, away, away, away].map(async (job) => queue.run(job)));
    expect(outcomes.at(-1)).toMatchObject({
      reason: { message: expect.stringContaining('had to wait too long') },
    });
  });

  it('are drained when all that were accepted have ended', async () => {
    const queue = new JobQueue('reads', { atOnce: 1, pending: 10, patience: 1000 });
    await queue.drained();
    const [first, second] = [job(), job()];
    const done = [queue.run(first.run), queue.run(second.run)];
    let isDrained = false;
    const drained = queue.drained().then(() => {
      isDrained = true;
    });
    first.end();
    await settle();
    expect(isDrained).toBe(false);
    second.end();
    await drained;
    await Promise.all(done);
  });
});
