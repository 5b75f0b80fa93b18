import { randomUUID } from 'node:crypto';
import { MICROS_PER_MINUTE, type CountBatch, type EvaluationCount } from '@pennon/domain';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { DatabaseEvaluationCounts } from './evaluation-count.store';

/** A moment at which an hour begins. */
const HOUR = SOME_MOMENT - (SOME_MOMENT % (60 * MICROS_PER_MINUTE));

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

/** @param minute Minutes after the hour. */
function aCount(minute: number, evaluations: number, others: Partial<EvaluationCount> = {}): EvaluationCount {
  const flag = { namespaceKey: 'default', flagKey: 'colour', value: 'blue' };
  return { ...flag, minute: HOUR + minute * MICROS_PER_MINUTE, evaluations, ...others };
}

async function add(...counts: readonly EvaluationCount[]): Promise<void> {
  await temporary.unitOfWork.write(({ evaluationCounts }) => evaluationCounts.add(counts));
}

function sinkOn(database: Database): DatabaseEvaluationCounts {
  return new DatabaseEvaluationCounts(database, new ManualClock());
}

/** The first batch of a source of its own, unless told otherwise. */
function batchOf(counts: readonly EvaluationCount[], batch: Partial<CountBatch> = {}): CountBatch {
  return { source: randomUUID(), sequence: 1, counts, ...batch };
}

/** What there is of the flag in that hour, by the minute in which each step begins. */
async function series(stepMinutes = 1, others: object = {}): Promise<readonly (readonly [number, number])[]> {
  const query = {
    ...{ namespaceKey: 'default', flagKey: 'colour', from: HOUR, to: HOUR + 60 * MICROS_PER_MINUTE },
    step: stepMinutes * MICROS_PER_MINUTE,
    ...others,
  };
  const found = await temporary.unitOfWork.read(({ evaluationCounts }) => evaluationCounts.series(query));
  return [...found]
    .map(([begun, evaluations]) => [(begun - HOUR) / MICROS_PER_MINUTE, evaluations] as const)
    .sort(([one], [other]) => one - other);
}

it('adds to what is there', async () => {
  await add(aCount(0, 2), aCount(1, 3));
  await add(aCount(1, 4), aCount(2, 5));
  expect(await series()).toEqual([
    [0, 2],
    [1, 7],
    [2, 5],
  ]);
});

it('keeps a row for each value of each minute', async () => {
  await add(aCount(0, 2), aCount(0, 3, { value: 'Blue' }), aCount(0, 4, { value: '' }));
  await add(aCount(0, 1, { value: 'Blue' }));
  const rows = await temporary.rows('evaluation_counts', 'value');
  expect(rows.map(({ value, evaluations }) => [value, evaluations])).toEqual([
    ['', 4],
    ['Blue', 4],
    ['blue', 2],
  ]);
  expect(await series()).toEqual([[0, 10]]);
});

it('tells flags and namespaces apart by every character', async () => {
  await add(
    aCount(0, 1),
    aCount(0, 2, { flagKey: 'Colour' }),
    aCount(0, 4, { namespaceKey: 'Default' }),
    aCount(0, 8, { flagKey: 'c"\'; --' }),
  );
  expect(await series()).toEqual([[0, 1]]);
  expect(await series(1, { flagKey: 'c"\'; --' })).toEqual([[0, 8]]);
});

it('takes keys as long as there are, of wide characters', async () => {
  const long = '🗝'.repeat(127);
  await add(aCount(0, 1, { namespaceKey: long, flagKey: long, value: long }));
  await add(aCount(0, 1, { namespaceKey: long, flagKey: long, value: long }));
  expect(await series(1, { namespaceKey: long, flagKey: long })).toEqual([[0, 2]]);
});

it('sums up the minutes of a step', async () => {
  await add(aCount(0, 1), aCount(14, 2), aCount(15, 4), aCount(59, 8));
  expect(await series(15)).toEqual([
    [0, 3],
    [15, 4],
    [45, 8],
  ]);
});

it('tells the minutes of a step apart by value, and the last minute there is', async () => {
  await add(
    aCount(0, 1),
    aCount(14, 2),
    aCount(14, 4, { value: 'Blue' }),
    aCount(15, 8, { value: '' }),
    aCount(60, 16),
    aCount(99, 32, { flagKey: 'other' }),
  );
  const flag = { namespaceKey: 'default', flagKey: 'colour' };
  const span = { from: HOUR, to: HOUR + 60 * MICROS_PER_MINUTE, step: 15 * MICROS_PER_MINUTE };
  const { found, last, none } = await temporary.unitOfWork.read(async ({ evaluationCounts }) => ({
    found: await evaluationCounts.seriesByValue({ ...flag, ...span }),
    last: await evaluationCounts.lastMinute(flag),
    none: await evaluationCounts.lastMinute({ ...flag, namespaceKey: 'none' }),
  }));
  expect(found).toEqual(
    new Map([
      ['blue', new Map([[HOUR, 3]])],
      ['Blue', new Map([[HOUR, 4]])],
      ['', new Map([[HOUR + 15 * MICROS_PER_MINUTE, 8]])],
    ]),
  );
  expect([last, none]).toEqual([HOUR + 60 * MICROS_PER_MINUTE, undefined]);
});

it('leaves out what is before the span, and at its end', async () => {
  await add(aCount(-1, 1), aCount(0, 2), aCount(59, 4), aCount(60, 8));
  expect(await series()).toEqual([
    [0, 2],
    [59, 4],
  ]);
});

it('deletes minute after minute, the earliest first, and leaves what is not old', async () => {
  await add(aCount(0, 1), aCount(0, 1, { value: 'red' }), aCount(1, 2), aCount(2, 3));
  const deleteOne = async (): Promise<boolean> =>
    temporary.unitOfWork.write(({ evaluationCounts }) =>
      evaluationCounts.deleteEarliest(HOUR + 2 * MICROS_PER_MINUTE),
    );
  expect(await deleteOne()).toBe(true);
  expect(await series()).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect([await deleteOne(), await deleteOne()]).toEqual([true, false]);
  expect(await series()).toEqual([[2, 3]]);
});

it('several instances add up, whatever order they have their counts in', async () => {
  const others = await Promise.all([temporary.openAgain(), temporary.openAgain()]);
  const sinks = [temporary.database, ...others].map(sinkOn);
  const counts = Array.from({ length: 40 }, (_, index) => aCount(index % 4, 1, { value: `${index % 8}` }));
  const distinct = counts.slice(0, 8);
  await Promise.all(
    sinks.flatMap((sink) =>
      [distinct, distinct.toReversed(), distinct].map(async (counts) => sink.add(batchOf(counts))),
    ),
  );
  expect(await series()).toEqual([0, 1, 2, 3].map((minute) => [minute, 18]));
  for (const database of others) await database.close();
});

describe('a batch that is handed over again', () => {
  const source = randomUUID();

  it('is added once, and so is each that comes after it', async () => {
    const sink = sinkOn(temporary.database);
    const first = batchOf([aCount(0, 1)], { source });
    const second = batchOf([aCount(0, 2), aCount(1, 4)], { source, sequence: 2 });
    const added = [];
    for (const batch of [first, first, second, second, first]) added.push(await sink.add(batch));
    expect(added).toEqual([true, false, true, false, false]);
    expect(await series()).toEqual([
      [0, 3],
      [1, 4],
    ]);
  });

  it('is told from that of another source', async () => {
    const sink = sinkOn(temporary.database);
    for (const other of [source, randomUUID()]) await sink.add(batchOf([aCount(0, 1)], { source: other }));
    expect(await series()).toEqual([[0, 2]]);
  });

  it.each([1, 2])(
    'to several instances at the same time is added by one of them (batch %i)',
    async (sequence) => {
      const databases = [
        temporary.database,
        ...(await Promise.all([temporary.openAgain(), temporary.openAgain()])),
      ];
      if (sequence > 1) await sinkOn(temporary.database).add(batchOf([aCount(0, 1)], { source }));
      const batch = batchOf([aCount(5, 7)], { source, sequence });
      const added = await Promise.all(
        databases.flatMap((database) => [batch, batch].map(async (again) => sinkOn(database).add(again))),
      );
      expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
      expect((await series()).filter(([minute]) => minute === 5)).toEqual([[5, 7]]);
      for (const database of databases.slice(1)) await database.close();
    },
  );

  it('is added when the transaction that would have added it was undone', async () => {
    const impossible = { ...aCount(0, 1), evaluations: null as unknown as number };
    const sink = sinkOn(temporary.database);
    await expect(sink.add(batchOf([impossible], { source }))).rejects.toThrow();
    expect(await sink.add(batchOf([aCount(0, 1)], { source }))).toBe(true);
    expect(await series()).toEqual([[0, 1]]);
  });
});
