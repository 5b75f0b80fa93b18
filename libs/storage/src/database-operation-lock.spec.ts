import { UnavailableError, type LockOutcome } from '@pennon/domain';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { gate } from '../../../test/support/gate';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { type Database } from './database/database';
import { DatabaseOperationLock } from './database-operation-lock';
import { hostTime } from './clocks';

/** One hour, in microseconds. */
const INTERVAL = 3_600_000_000;

let temporary: TemporaryDatabase;
let clock: ManualClock;
let lock: DatabaseOperationLock;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  clock = new ManualClock();
  lock = new DatabaseOperationLock(temporary.database, clock, hostTime);
});

afterEach(async () => {
  await temporary.remove();
});

type Row = Readonly<Record<string, unknown>>;

async function rows(): Promise<readonly Row[]> {
  return temporary.rows('operation_lock', 'operation');
}

/** The row of the job `cleanup`. */
function turn(version: number, lastAcquiredAt: number, interval = INTERVAL): Row {
  const acquiredUntil = lastAcquiredAt + interval;
  const times = { last_acquired_at: lastAcquiredAt, acquired_until: acquiredUntil };
  return { operation: 'cleanup', version, ...times };
}

/** Tries to take a turn at that moment. */
async function tryAt(moment: number, interval = INTERVAL): Promise<LockOutcome> {
  clock.set(moment);
  return lock.tryAcquire('cleanup', interval);
}

/** Has `count` contenders see the same turn before any of them can take the next. */
async function tryTogether(count: number): Promise<readonly LockOutcome[]> {
  const { opened, open } = gate();
  const writing = temporary.database.write(() => opened);
  const attempts = Array.from({ length: count }, () => lock.tryAcquire('cleanup', INTERVAL));
  // Reads run one after the other, so the contenders have read when this one has.
  await rows();
  open();
  await writing;
  return Promise.all(attempts);
}

describe('a turn that is given back', () => {
  it('is free at once, and the next one is another', async () => {
    const { nextTurnAt } = await tryAt(SOME_MOMENT);
    clock.set(SOME_MOMENT + 10);
    await lock.release('cleanup', nextTurnAt);
    expect(await rows()).toEqual([turn(2, SOME_MOMENT, 10)]);
    expect(await tryAt(SOME_MOMENT + 20)).toMatchObject({ isAcquired: true });
  });

  it('too late is that of another by then, and stays', async () => {
    const first = await tryAt(SOME_MOMENT);
    const second = await tryAt(first.nextTurnAt);
    await lock.release('cleanup', first.nextTurnAt);
    expect(await tryAt(first.nextTurnAt + 100)).toEqual({ ...second, isAcquired: false });
  });

  it('changes nothing when it is over, or never was', async () => {
    const { nextTurnAt } = await tryAt(SOME_MOMENT);
    clock.set(nextTurnAt);
    await lock.release('cleanup', nextTurnAt);
    await lock.release('another job', nextTurnAt);
    expect(await rows()).toEqual([turn(1, SOME_MOMENT)]);
  });
});

describe('a turn', () => {
  it('that nobody ever took is free', async () => {
    const nextTurnAt = SOME_MOMENT + INTERVAL;
    expect(await tryAt(SOME_MOMENT)).toEqual({ isAcquired: true, nextTurnAt });
    expect(await rows()).toEqual([turn(1, SOME_MOMENT)]);
  });

  it('is taken until its interval has passed, and the row stays as it is', async () => {
    const nextTurnAt = SOME_MOMENT + INTERVAL;
    await tryAt(SOME_MOMENT);
    for (const moment of [SOME_MOMENT + 1, nextTurnAt - 1])
      expect(await tryAt(moment)).toEqual({ isAcquired: false, nextTurnAt });
    expect(await rows()).toEqual([turn(1, SOME_MOMENT)]);
  });

  it('is free from the moment on that was told', async () => {
    const { nextTurnAt } = await tryAt(SOME_MOMENT);
    expect(await tryAt(nextTurnAt)).toEqual({ isAcquired: true, nextTurnAt: nextTurnAt + INTERVAL });
    expect(await rows()).toEqual([turn(2, nextTurnAt)]);
  });

  it('may be taken long after it was free, and lasts an interval from then', async () => {
    await tryAt(SOME_MOMENT);
    const late = SOME_MOMENT + 10 * INTERVAL;
    expect(await tryAt(late)).toEqual({ isAcquired: true, nextTurnAt: late + INTERVAL });
    expect(await rows()).toEqual([turn(2, late)]);
  });

  it('lasts as long as was said when it was taken, whatever is said later', async () => {
    const { nextTurnAt } = await tryAt(SOME_MOMENT);
    expect(await tryAt(nextTurnAt - 1, 1)).toEqual({ isAcquired: false, nextTurnAt });
    expect(await tryAt(nextTurnAt, 1)).toEqual({ isAcquired: true, nextTurnAt: nextTurnAt + 1 });
    expect(await rows()).toEqual([turn(2, nextTurnAt, 1)]);
  });

  it('that was taken by a clock which is ahead is free: it would last longer than a turn does', async () => {
    const ahead = new DatabaseOperationLock(
      temporary.database,
      new ManualClock(SOME_MOMENT + 24 * INTERVAL),
      hostTime,
    );
    await ahead.tryAcquire('cleanup', INTERVAL);
    expect(await tryAt(SOME_MOMENT)).toEqual({ isAcquired: true, nextTurnAt: SOME_MOMENT + INTERVAL });
    expect(await tryAt(SOME_MOMENT + 10)).toMatchObject({ isAcquired: false });
  });

  it('is timed by the database, and told by the clock of the host', async () => {
    const byDatabase = async () => Promise.resolve(5 * INTERVAL);
    const behind = new DatabaseOperationLock(temporary.database, new ManualClock(1000), byDatabase);
    const ahead = new DatabaseOperationLock(temporary.database, clock, byDatabase);
    expect(await behind.tryAcquire('cleanup', INTERVAL)).toEqual({
      isAcquired: true,
      nextTurnAt: 1000 + INTERVAL,
    });
    expect(await rows()).toEqual([turn(1, 5 * INTERVAL)]);
    expect(await ahead.tryAcquire('cleanup', INTERVAL)).toEqual({
      isAcquired: false,
      nextTurnAt: SOME_MOMENT + INTERVAL,
    });
    await behind.release('cleanup', 1000 + INTERVAL);
    expect(await ahead.tryAcquire('cleanup', INTERVAL)).toMatchObject({ isAcquired: true });
  });

  it('of one job is not that of another', async () => {
    await tryAt(SOME_MOMENT);
    const other = await lock.tryAcquire('another', INTERVAL);
    expect(other.isAcquired).toBe(true);
    expect(await rows()).toMatchObject([{ operation: 'another' }, { operation: 'cleanup', version: 1 }]);
  });

  it('is remembered when the database is opened again', async () => {
    const { nextTurnAt } = await tryAt(SOME_MOMENT);
    const database = await temporary.openAgain();
    const another = new DatabaseOperationLock(database, clock, hostTime);
    expect(await another.tryAcquire('cleanup', INTERVAL)).toEqual({ isAcquired: false, nextTurnAt });
    await database.close();
  });

  it('cannot be looked at when the database fails, which is told', async () => {
    await temporary.database.write((manager) => manager.query('DROP TABLE operation_lock'));
    await expect(tryAt(SOME_MOMENT)).rejects.toThrow(/operation_lock.*exist|no such table: operation_lock/);
  });

  it('is not taken when it cannot be written, which is told', async () => {
    const limits = { PENNON_DB_MAX_PENDING_WRITES: '1' };
    const database = await temporary.openAgain(limits);
    const busy = new DatabaseOperationLock(database, clock, hostTime);
    const { opened, open } = gate();
    const writing = database.write(() => opened);
    await expect(busy.tryAcquire('cleanup', INTERVAL)).rejects.toThrow(UnavailableError);
    open();
    await writing;
    await database.close();
    expect(await rows()).toEqual([]);
  });
});

describe('contenders who saw the same turn', () => {
  it('take the first one once, and the others learn when the next is free', async () => {
    const outcomes = await tryTogether(5);
    const [row] = await rows();
    expect(outcomes.filter(({ isAcquired }) => isAcquired)).toHaveLength(1);
    expect(new Set(outcomes.map(({ nextTurnAt }) => nextTurnAt))).toEqual(new Set([row?.acquired_until]));
    expect(row).toMatchObject({ version: 1 });
  });

  it('take a later one once, and the others learn when the next is free', async () => {
    await tryAt(SOME_MOMENT);
    clock.advance(INTERVAL);
    const outcomes = await tryTogether(5);
    const [row] = await rows();
    expect(outcomes.filter(({ isAcquired }) => isAcquired)).toHaveLength(1);
    expect(new Set(outcomes.map(({ nextTurnAt }) => nextTurnAt))).toEqual(new Set([row?.acquired_until]));
    expect(row).toMatchObject({ version: 2 });
  });
});

describe('five contenders in two instances on one file', () => {
  let secondInstance: Database;
  let contenders: readonly DatabaseOperationLock[];

  beforeEach(async () => {
    secondInstance = await temporary.openAgain();
    // Not an instance each: more than the driver has threads would all wait for the one that holds the file.
    contenders = [1, 2, 1, 2, 1].map((instance) => {
      const database = instance === 1 ? temporary.database : secondInstance;
      return new DatabaseOperationLock(database, clock, hostTime);
    });
  });

  afterEach(async () => {
    await secondInstance.close();
  });

  it('take five turns in no less than four intervals, each an interval after the one before', async () => {
    const start = clock.now();
    const takenAt: number[] = [];
    while (takenAt.length < 5) {
      const outcomes = await Promise.all(
        contenders.map((contender) => contender.tryAcquire('cleanup', INTERVAL)),
      );
      const winners = outcomes.filter(({ isAcquired }) => isAcquired);
      expect(winners.length).toBeLessThanOrEqual(1);
      takenAt.push(...winners.map(({ nextTurnAt }) => nextTurnAt - INTERVAL));
      // Not a part of the interval, so that turns are found free at changing distances from when they were.
      clock.advance(0.3 * INTERVAL);
    }
    expect(clock.now() - start).toBeGreaterThanOrEqual(4 * INTERVAL);
    for (const [index, moment] of takenAt.slice(1).entries())
      expect(moment - (takenAt[index] ?? Number.NaN)).toBeGreaterThanOrEqual(INTERVAL);
    expect(await rows()).toEqual([turn(5, takenAt.at(-1) ?? Number.NaN)]);
  });
});
