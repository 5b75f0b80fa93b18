import { Logger } from '@nestjs/common';
import { EvaluationCountSink, UnavailableError, type EvaluationCount } from '@pennon/domain';
import { ManualClock } from '@pennon/testing';
import { eventually } from '../../../../test/support/eventually';
import { Counting } from './counting';

/** Keeps what it is given, unless it is away. */
class Kept extends EvaluationCountSink {
  isAway = false;
  evaluations = 0;

  async add(counts: readonly EvaluationCount[]): Promise<void> {
    if (this.isAway) throw new UnavailableError('away');
    for (const { evaluations } of counts) this.evaluations += evaluations;
    return Promise.resolve();
  }
}

const flag = { key: 'colour' };

let sink: Kept;
let counting: Counting;
let error: jest.SpyInstance;

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  sink = new Kept();
  counting = new Counting({ flushPeriod: 1, maxCounters: 2 }, sink, new ManualClock());
  counting.onApplicationBootstrap();
});

afterEach(async () => {
  await counting.onModuleDestroy();
  jest.restoreAllMocks();
});

/** The metrics, in their order: waiting, dropped, failures. */
function told(): readonly unknown[] {
  return counting.series.flatMap(({ collect }) => [...collect()].map(({ value }) => value));
}

test('what was counted is written within a period', async () => {
  for (let time = 0; time < 700; time++) counting.counter.count('', flag, 'red');
  expect([sink.evaluations, told()]).toEqual([0, [1, 0, 0]]);
  await eventually(async () => {
    expect([sink.evaluations, told()]).toEqual([700, [0, 0, 0]]);
    return Promise.resolve();
  });
});

test('what cannot be written is kept within the bound, and written when it can be', async () => {
  sink.isAway = true;
  for (const value of ['red', 'red', 'blue', 'green']) counting.counter.count('', flag, value);
  await eventually(async () => {
    expect([sink.evaluations, told()]).toEqual([0, [2, 1, 1]]);
    return Promise.resolve();
  });
  sink.isAway = false;
  await eventually(async () => {
    expect([sink.evaluations, told()]).toEqual([3, [0, 1, 1]]);
    return Promise.resolve();
  });
});

test('a stop writes what was counted until then', async () => {
  counting.counter.count('', flag, 'red');
  await counting.onModuleDestroy();
  expect(sink.evaluations).toBe(1);
});

test('a stop ends even if nothing can be written, and says what is lost', async () => {
  sink.isAway = true;
  counting.counter.count('', flag, 'red');
  await counting.onModuleDestroy();
  expect(error).toHaveBeenCalledWith(
    { err: new UnavailableError('away'), counters: 1 },
    'evaluation counts are lost',
  );
});
