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

test('counts that are older than they may be are deleted, with whoever was silent since, and no others', async () => {
  const ages = [3, 2.5, 1.5, 0];
  await temporary.unitOfWork.write(async ({ evaluationCounts, countSources }) => {
    await evaluationCounts.add(
      ages.map((hours) => ({
        ...{ namespaceKey: 'default', flagKey: 'colour', value: 'red', evaluations: 1 },
        minute: SOME_MOMENT - hours * HOUR_MS * 1000,
      })),
    );
    for (const hours of ages)
      await countSources.advance({
        ...{ id: `silent for ${hours}`, sequence: 1 },
        heardAt: SOME_MOMENT - hours * HOUR_MS * 1000,
      });
  });
  const clock = new ManualClock();
  const lock = new DatabaseOperationLock(temporary.database, clock);
  const job = new Retention(2 * HOUR_MS, { unitOfWork: temporary.unitOfWork, lock, clock });
  job.start();
  await eventually(async () => {
    const rows = await temporary.rows('evaluation_counts', 'minute');
    const left = rows.map(({ minute }) => (SOME_MOMENT - Number(minute)) / HOUR_MS / 1000);
    expect(left).toEqual([1.5, 0]);
    const sources = await temporary.rows('count_sources', 'heard_at');
    expect(sources.map(({ id }) => id)).toEqual(['silent for 1.5', 'silent for 0']);
  });
  await job.stop();
});
