import { DatabaseOperationLock } from '@pennon/storage';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { eventually } from '../../../../test/support/eventually';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { Retention } from './retention';

const HOUR_MS = 3_600_000;

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

test('counts that are older than they may be are deleted, and no others', async () => {
  const ages = [3, 2.5, 1.5, 0];
  await temporary.unitOfWork.write(({ evaluationCounts }) =>
    evaluationCounts.add(
      ages.map((hours) => ({
        ...{ namespaceKey: 'default', flagKey: 'colour', value: 'red', evaluations: 1 },
        minute: SOME_MOMENT - hours * HOUR_MS * 1000,
      })),
    ),
  );
  const clock = new ManualClock();
  const lock = new DatabaseOperationLock(temporary.database, clock);
  const job = new Retention(2 * HOUR_MS, { unitOfWork: temporary.unitOfWork, lock, clock });
  job.start();
  await eventually(async () => {
    const rows = await temporary.rows('evaluation_counts', 'minute');
    const left = rows.map(({ minute }) => (SOME_MOMENT - Number(minute)) / HOUR_MS / 1000);
    expect(left).toEqual([1.5, 0]);
  });
  await job.stop();
});
