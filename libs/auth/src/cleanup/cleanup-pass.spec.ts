import { Logger } from '@nestjs/common';
import { type StoredMethod } from '@pennon/domain';
import { type Database, DatabaseOperationLock, DatabaseTokenStore, hostTime } from '@pennon/storage';
import { anAuthentication, ManualClock, SOME_MOMENT } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { CleanupPass } from './cleanup-pass';

/** One minute, in microseconds. */
const MINUTE = 60_000_000;

/** As by default, in milliseconds: passes every hour, and half an hour of grace. */
const config = { interval: 3_600_000, gracePeriod: 1_800_000 };

let temporary: TemporaryDatabase;
let second: Database;
let clock: ManualClock;
let store: DatabaseTokenStore;
let log: jest.SpyInstance;

beforeEach(async () => {
  log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
  temporary = await openTemporaryDatabase();
  second = await temporary.openAgain();
  clock = new ManualClock();
  store = new DatabaseTokenStore(temporary.database);
});

afterEach(async () => {
  await second.close();
  await temporary.remove();
  jest.restoreAllMocks();
});

/** The pass of an instance that has the database open. */
function passOf(database: Database, method: StoredMethod = 'token'): CleanupPass {
  const ports = {
    clock,
    store: new DatabaseTokenStore(database),
    lock: new DatabaseOperationLock(database, clock, hostTime),
  };
  return new CleanupPass(method, config, ports);
}

async function add(id: string, expiresAt?: number, method: StoredMethod = 'token'): Promise<void> {
  await store.create(anAuthentication(id, { method, expiresAt }), `hash of ${id}`);
}

async function remaining(): Promise<readonly string[]> {
  const records = await store.list({ method: undefined, limit: 1000, offset: 0 });
  return records.map(({ id }) => id);
}

/** How many records all passes say that they deleted. */
function deletions(): number {
  const facts = log.mock.calls.map(([fact]) => fact as { deleted: number });
  return facts.reduce((sum, { deleted }) => sum + deleted, 0);
}

describe('a pass', () => {
  it('deletes what expired longer ago than the grace period, and nothing else', async () => {
    clock.set(SOME_MOMENT + 100 * MINUTE);
    await add('within grace', SOME_MOMENT + 71 * MINUTE);
    await add('beyond grace', SOME_MOMENT + 69 * MINUTE);
    await add('in force', SOME_MOMENT + 101 * MINUTE);
    await add('for ever');
    await add('of another method', SOME_MOMENT, 'oidc');
    await passOf(temporary.database).run();
    expect(await remaining()).toEqual(['for ever', 'in force', 'of another method', 'within grace']);
  });

  it('leaves the record that expired exactly the grace period ago', async () => {
    const now = SOME_MOMENT + 100 * MINUTE;
    const graceEnds = now - 30 * MINUTE;
    clock.set(now);
    await add('at its end', graceEnds);
    await add('past its end', graceEnds - 1);
    await passOf(temporary.database).run();
    expect(await remaining()).toEqual(['at its end']);
  });

  it('says how many it deleted, and nothing when there were none', async () => {
    await add('a', SOME_MOMENT - 31 * MINUTE);
    await passOf(temporary.database).run();
    expect(log.mock.calls).toEqual([[{ method: 'token', deleted: 1 }, 'expired tokens deleted']]);
    clock.advance(60 * MINUTE);
    await passOf(temporary.database).run();
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('the turns of passes', () => {
  it.each([
    ['token', 'cleanup_auth_METHOD_TOKEN'],
    ['oidc', 'cleanup_auth_METHOD_OIDC'],
    ['orchestrator', 'cleanup_auth_METHOD_KUBERNETES'],
    ['codehost', 'cleanup_auth_METHOD_GITHUB'],
  ] as const)('of %s go by the name of Flipt v1', (method, operation) => {
    expect(passOf(temporary.database, method).operation).toBe(operation);
  });

  it('are free once per interval, which each pass tells', async () => {
    const pass = passOf(temporary.database);
    const nextTurnAt = SOME_MOMENT + 60 * MINUTE;
    expect(await pass.run()).toBe(nextTurnAt);
    await add('a', SOME_MOMENT - 31 * MINUTE);
    clock.set(nextTurnAt - 10);
    expect(await pass.run()).toBe(nextTurnAt);
    expect(await remaining()).toEqual(['a']);
    clock.set(nextTurnAt);
    expect(await pass.run()).toBe(nextTurnAt + 60 * MINUTE);
    expect(await remaining()).toEqual([]);
  });

  it('of one method are not those of another', async () => {
    await add('a', SOME_MOMENT - 31 * MINUTE, 'codehost');
    await passOf(temporary.database, 'token').run();
    await passOf(temporary.database, 'codehost').run();
    expect(await remaining()).toEqual([]);
  });
});

describe('two instances on one database', () => {
  it('delete each expired token once between them', async () => {
    for (let index = 0; index < 20; index++) await add(`expired ${index}`, SOME_MOMENT - 31 * MINUTE);
    await add('for ever');
    const passes = [temporary.database, second, temporary.database, second, second].map((database) =>
      passOf(database),
    );
    await Promise.all(passes.map((pass) => pass.run()));
    expect(await remaining()).toEqual(['for ever']);
    expect(deletions()).toBe(20);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('keep a token through its grace period and no longer, turn by turn', async () => {
    await add('a', SOME_MOMENT + 50 * MINUTE);
    await add('for ever');
    const seen: (readonly string[])[] = [];
    for (const minutes of [0, 60, 120]) {
      clock.set(SOME_MOMENT + minutes * MINUTE);
      const passes = [temporary.database, second].flatMap((database) => [passOf(database), passOf(database)]);
      await Promise.all(passes.map((pass) => pass.run()));
      clock.advance(1);
      seen.push(await remaining());
    }
    expect(seen).toEqual([['a', 'for ever'], ['a', 'for ever'], ['for ever']]);
    expect(deletions()).toBe(1);
  });
});
