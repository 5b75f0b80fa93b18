import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { SharedRun } from './shared-run';

/** A job whose runs end one by one, when they are told to. */
class Job {
  /** How many runs have started. */
  started = 0;
  /** How many runs are under way, now and at most. */
  underWay = 0;
  mostUnderWay = 0;
  private readonly ends: ((failure?: Error) => void)[] = [];

  readonly run = async (): Promise<void> => {
    this.started++;
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    try {
      await new Promise<void>((resolve, reject) => {
        this.ends.push((failure) => {
          if (failure === undefined) resolve();
          else reject(failure);
        });
      });
    } finally {
      this.underWay--;
    }
  };

  /** Ends the oldest run that is under way. */
  end(failure?: Error): void {
    this.ends.shift()?.(failure);
  }
}

/** Long enough for a run that waits to start once the one before has ended. */
async function nextTurns(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

describe('a call', () => {
  it('starts a run when none is under way', async () => {
    const job = new Job();
    const run = new SharedRun(job.run).run();
    expect(job.started).toBe(1);
    job.end();
    await run;
  });

  it('while a run is under way waits for one that starts after it, together with all other calls', async () => {
    const job = new Job();
    const shared = new SharedRun(job.run);
    const first = shared.run();
    const others = Promise.all([shared.run(), shared.run(), shared.run()]);
    expect(job.started).toBe(1);
    job.end();
    await first;
    await nextTurns();
    expect(job.started).toBe(2);
    job.end();
    await others;
    expect(job.started).toBe(2);
  });

  it('fails with its own run and no other', async () => {
    const job = new Job();
    const shared = new SharedRun(job.run);
    const first = shared.run();
    const second = shared.run();
    job.end(new Error('first'));
    await expect(first).rejects.toThrow('first');
    await nextTurns();
    job.end();
    await expect(second).resolves.toBeUndefined();
  });

  it('runs again after a failure', async () => {
    const job = new Job();
    const shared = new SharedRun(job.run);
    const failing = shared.run();
    job.end(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    const again = shared.run();
    job.end();
    await expect(again).resolves.toBeUndefined();
  });

  it.each(Array.from({ length: 10 }, (_, steps) => steps))(
    'that comes %d steps after a run has ended starts no run beside the one that waited',
    async (steps) => {
      const job = new Job();
      const shared = new SharedRun(job.run);
      const calls = [shared.run(), shared.run()];
      job.end();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      calls.push(shared.run());
      while (job.underWay > 0 || job.started < 2) {
        await nextTurns();
        job.end();
        await nextTurns();
      }
      await Promise.all(calls);
      expect(job.mostUnderWay).toBe(1);
    },
  );
});

describe('idleness', () => {
  it('is when nothing runs or waits', async () => {
    const job = new Job();
    const shared = new SharedRun(job.run);
    const seen = [shared.isIdle];
    const calls = [shared.run(), shared.run()];
    seen.push(shared.isIdle);
    job.end();
    await calls[0];
    await nextTurns();
    seen.push(shared.isIdle);
    job.end();
    await calls[1];
    seen.push(shared.isIdle);
    expect(seen).toEqual([true, false, false, true]);
  });
});

describe('any number of calls, however they meet', () => {
  it('get a run that started after them, one run at a time, and the failures of that run alone', async () => {
    const callsAndFailures = fc.record({
      calls: fc.integer({ min: 1, max: 12 }),
      failingRuns: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), callsAndFailures, async (scheduler, { calls, failingRuns }) => {
        let started = 0;
        let underWay = 0;
        const ended: number[] = [];
        const shared = new SharedRun(async () => {
          const run = ++started;
          expect(++underWay).toBe(1);
          await scheduler.schedule(Promise.resolve(), `run ${run}`);
          underWay--;
          ended.push(run);
          if (failingRuns.includes(run)) throw new Error(`run ${run} failed`);
        });
        const call = async (index: number): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), `call ${index}`);
          const startedBefore = started;
          const outcome = await shared.run().then(
            () => 'done',
            (error: unknown) => (error as Error).message,
          );
          const possible = ended
            .filter((run) => run > startedBefore)
            .map((run) => (failingRuns.includes(run) ? `run ${run} failed` : 'done'));
          expect(possible).toContain(outcome);
        };
        const all = Promise.all(Array.from({ length: calls }, (_, index) => call(index)));
        await scheduler.waitFor(all);
        expect(started).toBeLessThanOrEqual(calls);
        expect(shared.isIdle).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});
