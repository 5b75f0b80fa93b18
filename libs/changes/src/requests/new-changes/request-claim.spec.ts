import { ManualClock } from '@pennon/testing';
import { FailedPreconditionError, UnavailableError } from '@pennon/domain';
import { DatabaseOperationLock, REQUEST_KEY_LIFE } from '@pennon/storage';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../../test/support/waiting-changes';
import { HistoryRetention } from '../../history/history-retention';
import { claimFor, once } from './request-claim';

const SECOND = 1_000_000;

let temporary: TemporaryDatabase;
let clock: SettableClock;
let writer: WaitingChanges;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  clock = new SettableClock();
  writer = new WaitingChanges(temporary.database, clock);
  await writer.addNamespace('shop');
  await writer.addNamespace('other');
});

afterEach(async () => {
  await temporary.remove();
});

/** Makes a flag true for that share, with that key. @returns the revision that it made. */
async function share(
  percent: number,
  requestKey: string,
  namespaceKey = 'shop',
): Promise<number | undefined> {
  const asker = person('ana');
  const content = Buffer.from(`${percent}`);
  const claim = claimFor(asker.caller, { namespaceKey, requestKey, name: 'share', content });
  const change = {
    ...({ namespaceKey, origin: 'change', message: '', baseRevision: undefined, isProposal: false } as const),
    steps: [{ wanted: sharedBy(namespaceKey, 'banner', percent) }],
  };
  return once(
    writer.unitOfWork,
    claim,
    async () => (await writer.creation.create({ ...asker, claim }, change)).report?.revision?.revision,
    async ({ revision }) => Promise.resolve(revision?.revision),
  );
}

/** A repetition of the request for 10 percent with the key `k`, whose work fails. */
async function failing(work: () => Promise<never>): Promise<number | undefined> {
  const { caller } = person('ana');
  const content = Buffer.from('10');
  const claim = claimFor(caller, { namespaceKey: 'shop', requestKey: 'k', name: 'share', content });
  return once(writer.unitOfWork, claim, work, async ({ revision }) => Promise.resolve(revision?.revision));
}

/** Runs the job that deletes what is too old. @returns the keys that are left. */
async function keysLeft(maxRequestKeys: number): Promise<readonly unknown[]> {
  const { database } = temporary;
  const lock = new DatabaseOperationLock(database, new ManualClock(clock.moment));
  const ports = { unitOfWork: writer.unitOfWork, lock, clock };
  await new HistoryRetention({ retention: 0, maxRevisions: 0, maxRequestKeys }, ports).prune();
  return (await temporary.rows('request_keys', 'at')).map(({ request_key: key }) => key);
}

test('a request is recognised for 24 hours, and done anew after that', async () => {
  const first = await share(10, 'k');
  await share(20, 'later');
  clock.moment += REQUEST_KEY_LIFE - SECOND;
  expect(await share(10, 'k')).toEqual(first);
  clock.moment += SECOND;
  const anew = await share(10, 'k');
  expect([first, anew]).toEqual([2, 4]);
  clock.moment += REQUEST_KEY_LIFE - SECOND;
  expect(await share(10, 'k')).toEqual(anew);
});

test('a key that was kept 24 hours may be used for another request', async () => {
  await share(10, 'k');
  await expect(share(20, 'k')).rejects.toMatchObject({ info: { reason: 'REQUEST_KEY_REUSED' } });
  clock.moment += REQUEST_KEY_LIFE;
  expect(await share(20, 'k')).toBe(3);
});

test('a request that is refused because it was done meanwhile is answered with what that came to', async () => {
  const closed = new FailedPreconditionError('the change is applied');
  const refused = failing(async () => {
    await share(10, 'k');
    throw closed;
  });
  expect(await refused).toBe(2);
  clock.moment += REQUEST_KEY_LIFE;
  await expect(failing(async () => Promise.reject(closed))).rejects.toBe(closed);
});

test('a request whose outcome is unknown is refused, and answered when it is repeated', async () => {
  const lost = new UnavailableError('the connection is gone');
  const unknown = failing(async () => {
    await share(10, 'k');
    throw lost;
  });
  await expect(unknown).rejects.toBe(lost);
  expect(await share(10, 'k')).toBe(2);
});

test('keys older than 24 hours are deleted, also where the history has no limits', async () => {
  await share(10, 'a');
  clock.moment += SECOND;
  await share(20, 'b');
  clock.moment += REQUEST_KEY_LIFE - SECOND;
  expect(await keysLeft(1000)).toEqual(['b']);
});

test('the oldest of too many keys are deleted, in each namespace by itself', async () => {
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
    clock.moment += SECOND;
    await share(index, key);
  }
  clock.moment += SECOND;
  await share(10, 'e', 'other');
  expect(await keysLeft(2)).toEqual(['c', 'd', 'e']);
});
