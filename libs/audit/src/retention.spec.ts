import { Logger } from '@nestjs/common';
import { SERVICE_ORIGIN } from '@pennon/domain';
import { DatabaseOperationLock } from '@pennon/storage';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { eventually } from '../../../test/support/eventually';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { Retention } from './retention';

const DAY_MICROS = 86_400_000_000;

let temporary: TemporaryDatabase;
let clock: ManualClock;

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  temporary = await openTemporaryDatabase();
  clock = new ManualClock();
});

afterEach(async () => {
  await temporary.remove();
  jest.restoreAllMocks();
});

/** @param days How long events stay. */
function retentionOf(days: number, maxEvents = 1_000_000): Retention {
  const lock = new DatabaseOperationLock(temporary.database, clock);
  const retention = (days * DAY_MICROS) / 1000;
  return new Retention({ retention, maxEvents }, ['webhook'], {
    unitOfWork: temporary.unitOfWork,
    lock,
    clock,
  });
}

async function append(at: number, count = 1): Promise<void> {
  const fact = { type: 'token', action: 'deleted', key: 'a', before: {}, after: undefined } as const;
  const facts = Array.from({ length: count }, () => fact);
  await temporary.unitOfWork.write(({ audit }) => audit.append({ origin: SERVICE_ORIGIN, at, facts }));
}

async function positions(): Promise<readonly number[]> {
  const events = await temporary.unitOfWork.read(({ audit }) => audit.after(0, 10_000));
  return events.map(({ position }) => position);
}

describe('the retention of events', () => {
  it('deletes what is older than it, however much that is', async () => {
    await append(SOME_MOMENT, 1100);
    await append(SOME_MOMENT + 2 * DAY_MICROS);
    clock.set(SOME_MOMENT + 2.5 * DAY_MICROS);
    expect(await retentionOf(1).prune()).toBe(1100);
    expect(await positions()).toEqual([1101]);
    expect(await retentionOf(1).prune()).toBe(0);
  });

  it('leaves what a sink has yet to take', async () => {
    await append(1, 3);
    await temporary.unitOfWork.write(({ auditDeliveries }) => auditDeliveries.open('webhook', 2));
    expect(await retentionOf(1).prune()).toBe(2);
    expect(await positions()).toEqual([3]);
  });

  it('of none keeps everything', async () => {
    await append(1);
    expect(await retentionOf(0).prune()).toBe(0);
  });

  it('deletes the earliest of too many', async () => {
    await append(SOME_MOMENT, 7);
    expect(await retentionOf(0, 5).prune()).toBe(2);
    expect(await positions()).toEqual([3, 4, 5, 6, 7]);
  });

  it('goes on as a job until that is stopped', async () => {
    await append(1);
    const job = retentionOf(1);
    job.start();
    await eventually(async () => {
      expect(await positions()).toEqual([]);
    });
    await job.stop();
  });

  it('can be stopped without having begun', async () => {
    await retentionOf(1).stop();
  });
});
