import { Logger } from '@nestjs/common';
import { EvaluationCountSink, InvalidArgumentError, UnavailableError, type CountBatch } from '@pennon/domain';
import { ManualClock } from '@pennon/testing';
import { eventually } from '../../../../test/support/eventually';
import { Counting } from './counting';

/** Keeps what it is given, once, unless it fails; its answer may be lost as well. */
class Kept extends EvaluationCountSink {
  failure: Error | undefined;
  isAnswerLost = false;
  evaluations = 0;
  readonly batches: string[] = [];

  async add({ source, sequence, counts }: CountBatch): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure;
    const isNew = !this.batches.includes(`${source} ${sequence}`);
    this.batches.push(`${source} ${sequence}`);
    if (isNew) for (const { evaluations } of counts) this.evaluations += evaluations;
    if (this.isAnswerLost) throw new UnavailableError('no answer');
    return Promise.resolve(isNew);
  }
}

const away = new UnavailableError('away');
const flag = { key: 'colour' };

let sink: Kept;
let counting: Counting;
let log: jest.SpyInstance;
let warn: jest.SpyInstance;
let error: jest.SpyInstance;

beforeEach(() => {
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  sink = new Kept();
  counting = new Counting({ flushPeriod: 1, maxCounters: 2 }, sink, new ManualClock());
  counting.onApplicationBootstrap();
});

afterEach(async () => {
  await counting.onModuleDestroy();
  jest.restoreAllMocks();
});

function count(...values: readonly string[]): void {
  for (const value of values) counting.counter.count('', flag, value);
}

/** The metrics, in their order: waiting, dropped, failures. */
function told(): readonly unknown[] {
  return counting.series.flatMap(({ collect }) => [...collect()].map(({ value }) => value));
}

async function untilWritten(evaluations: number, metrics: readonly unknown[]): Promise<void> {
  await eventually(async () => {
    expect([sink.evaluations, told()]).toEqual([evaluations, metrics]);
    return Promise.resolve();
  });
}

/** What was logged by that spy, without what varies. */
function messagesOf(spy: jest.SpyInstance): readonly unknown[] {
  return spy.mock.calls.map((args: readonly unknown[]) => args.at(-1));
}

test('what was counted is written within a period', async () => {
  count(...Array.from({ length: 700 }, () => 'red'));
  expect([sink.evaluations, told()]).toEqual([0, [1, 0, 0]]);
  await untilWritten(700, [0, 0, 0]);
});

test('what cannot be written is kept within the bound, and written when it can be; each is said once', async () => {
  sink.failure = away;
  count('red', 'red', 'blue', 'green');
  await untilWritten(0, [2, 1, 2]);
  count('green');
  sink.failure = undefined;
  await untilWritten(3, [0, 2, 2]);
  expect([warn.mock.calls.slice(0, 1), messagesOf(warn).slice(1), messagesOf(log)]).toEqual([
    [[{ err: away, retryInMs: expect.any(Number) }, 'evaluation counts could not be written and are kept']],
    ['evaluations are not counted any more: analytics.buffer.max_counters of them wait'],
    ['evaluation counts are written again'],
  ]);
});

test('another reason why nothing is written is said, too', async () => {
  sink.failure = away;
  count('red');
  await untilWritten(0, [1, 0, 1]);
  sink.failure = new UnavailableError('elsewhere');
  await untilWritten(0, [1, 0, 2]);
  expect(warn.mock.calls.map(([facts]: [{ err: Error }]) => facts.err.message)).toEqual([
    'away',
    'elsewhere',
  ]);
});

test('what was written without an answer is handed over again as it was, and before what is counted meanwhile', async () => {
  sink.isAnswerLost = true;
  count('red');
  await untilWritten(1, [1, 0, 1]);
  count('red', 'red');
  sink.isAnswerLost = false;
  await untilWritten(3, [0, 0, 1]);
  const [first, again, next] = sink.batches;
  expect([again === first, next?.replace(/ 2$/, ' 1') === first, next === first]).toEqual([
    true,
    true,
    false,
  ]);
});

test('what is refused for good is given up, and what comes behind it is written', async () => {
  sink.failure = new InvalidArgumentError('invalid field counts[0].minute: must be a whole minute');
  count('red', 'red');
  await untilWritten(0, [0, 2, 0]);
  expect(error.mock.calls).toEqual([
    [{ err: sink.failure, counters: 1 }, 'evaluation counts were refused and are lost'],
  ]);
  expect(warn).not.toHaveBeenCalled();
  sink.failure = undefined;
  count('blue');
  await untilWritten(1, [0, 2, 0]);
});

test('a stop writes what was counted until then', async () => {
  count('red');
  await counting.onModuleDestroy();
  expect(sink.evaluations).toBe(1);
});

test('a stop ends even if nothing can be written, and says what is lost', async () => {
  sink.failure = away;
  count('red');
  await counting.onModuleDestroy();
  expect(error).toHaveBeenCalledWith({ err: away, counters: 1 }, 'evaluation counts are lost');
});
