import { MICROS_PER_SECOND } from '@pennon/domain';
import { ManualClock } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { UnitOfWork } from './unit-of-work';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

it('a transaction has the time of the database, whatever the clock of the host says', async () => {
  const wrong = new UnitOfWork(temporary.database, new ManualClock(1));
  const now = await wrong.read(({ time }) => time.now());
  // Both run on this machine.
  expect(Math.abs(now - Date.now() * 1000)).toBeLessThan(60 * MICROS_PER_SECOND);
});
