import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '@pennon/domain';
import fc from 'fast-check';
import { SerialQueue } from './serial-queue';

/** A job that ends when it is told to. */
class Job {
  hasStarted = false;
  end: () => void = () => undefined;

  readonly run = (): Promise<void> => {
    this.hasStarted = true;
    return new Promise((resolve) => {
      this.end = resolve;
    });
  };
}

describe('a serial queue', () => {
  it('answers what a job answers', async () => {
    expect(await new SerialQueue('jobs', 1).run(() => Promise.resolve('done'))).toBe('done');
  });

  it('runs one job after the other, in the order they came, whatever becomes of them', async () => {
    const jobs = fc.array(fc.boolean(), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), jobs, async (scheduler, willFail) => {
        const queue = new SerialQueue('jobs', Infinity);
        const log: string[] = [];
        const runs = willFail.map((fails, index) =>
          queue.run(async () => {
            log.push(`start ${index}`);
            await scheduler.schedule(Promise.resolve(), `job ${index}`);
            log.push(`end ${index}`);
            if (fails) throw new Error(`failure ${index}`);
            return index;
          }),
        );
        const outcomes = Promise.allSettled(runs);
        await scheduler.waitFor(outcomes);
        expect(log).toEqual(willFail.flatMap((_, index) => [`start ${index}`, `end ${index}`]));
        expect(await outcomes).toEqual(
          willFail.map((fails, index) =>
            fails
              ? { status: 'rejected', reason: new Error(`failure ${index}`) }
              : { status: 'fulfilled', value: index },
          ),
        );
      }),
    );
  });

  it('tells how many jobs run or wait, and how many had to wait for how long', async () => {
    const queue = new SerialQueue('jobs', 10);
    expect(queue.usage).toEqual({ depth: 0, waits: 0, waitedMs: 0 });
    const runs = [queue.run(async () => delay(5)), queue.run(() => Promise.resolve())];
    expect(queue.usage).toEqual({ depth: 2, waits: 1, waitedMs: 0 });
    await Promise.all(runs);
    expect(queue.usage).toEqual({ depth: 0, waits: 1, waitedMs: expect.any(Number) });
    expect(queue.usage.waitedMs).toBeGreaterThan(0);
  });

  it('survives a job that throws before it returns a promise', async () => {
    const queue = new SerialQueue('jobs', 2);
    const thrown = queue.run(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('refuses a job when as many as it may hold wait or run, and never runs it', async () => {
    const queue = new SerialQueue('jobs', 2);
    const [first, second, third] = [new Job(), new Job(), new Job()];
    const runs = [queue.run(first.run), queue.run(second.run)];
    await expect(queue.run(third.run)).rejects.toThrow(
      new UnavailableError('too many jobs are waiting; try again later'),
    );
    first.end();
    await runs[0];
    second.end();
    await runs[1];
    await queue.drained();
    expect(third.hasStarted).toBe(false);
  });

  it('takes jobs again as soon as one has ended', async () => {
    const queue = new SerialQueue('jobs', 1);
    await queue.run(() => Promise.resolve());
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(() => Promise.resolve('again'))).toBe('again');
  });

  it('is drained when every job accepted so far has ended, failed ones too', async () => {
    const queue = new SerialQueue('jobs', Infinity);
    const log: string[] = [];
    const failing = queue.run(() => {
      log.push('failed');
      return Promise.reject(new Error('no'));
    });
    const working = queue.run(() => {
      log.push('worked');
      return Promise.resolve();
    });
    await Promise.all([expect(failing).rejects.toThrow('no'), working, queue.drained()]);
    expect(log).toEqual(['failed', 'worked']);
  });

  it('is drained when nothing was ever run', async () => {
    await expect(new SerialQueue('jobs', 1).drained()).resolves.toBeUndefined();
  });
});
