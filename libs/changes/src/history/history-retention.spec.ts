import { SERVICE_CALLER, type Instant } from '@pennon/domain';
import { DatabaseOperationLock, SystemClock } from '@pennon/storage';
import { aFlag, ManualClock } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { Changes } from '../commit/changes';
import { HistoryRetention } from './history-retention';

const DAY_MS = 86_400_000;
const DAY: Instant = DAY_MS * 1000;

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

/** A flag a day, as many as there are days. */
async function changeDaily(days: number): Promise<void> {
  for (let day = 1; day <= days; day++) {
    const changes = new Changes(temporary.unitOfWork, { clock: new ManualClock(day * DAY) });
    const key = `flag-${day}`;
    await changes.apply(SERVICE_CALLER, 'default', { kind: 'flag', key }, async ({ flags }, trail) => {
      await flags.createAll([aFlag(key)]);
      trail.touch({ kind: 'flag', key }, 'created', undefined);
    });
  }
}

async function pruned(retention: number, maxRevisions: number, today: number): Promise<readonly number[]> {
  const { unitOfWork, database } = temporary;
  const clock = new ManualClock(today * DAY);
  const lock = new DatabaseOperationLock(database, new SystemClock());
  await new HistoryRetention(
    { retention, maxRevisions, maxRequestKeys: 1000 },
    { unitOfWork, lock, clock },
  ).prune();
  const left = await unitOfWork.read(({ history }) => history.list({ namespaceKey: 'default', limit: 100 }));
  return left.map(({ revision }) => revision);
}

it.each([
  ['everything stays unless told otherwise', 0, 0, [4, 3, 2, 1]],
  ['what is too old goes', 2.5 * DAY_MS, 0, [4, 3]],
  ['the earliest of too many go', 0, 3, [4, 3, 2]],
  ['both count', 3.5 * DAY_MS, 1, [4]],
])('%s', async (_, retention, maxRevisions, left) => {
  await changeDaily(4);
  expect(await pruned(retention, maxRevisions, 5)).toEqual(left);
});
