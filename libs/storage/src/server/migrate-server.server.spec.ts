import type { DataSource } from 'typeorm';
import type { ServerDatabaseConfig } from '@pennon/config';
import { gate } from '../../../../test/support/gate';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { withMigrationLock } from './migrate-server';
import { WRITABLE } from './server-choice';
import { openServer } from './server-data-source';

let temporary: TemporaryDatabase;
const opened: DataSource[] = [];

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  for (const dataSource of opened.splice(0)) await dataSource.destroy();
  await temporary.remove();
});

async function openIt(): Promise<DataSource> {
  const config = temporary.config({ PENNON_DB_BUSY_TIMEOUT: '1s' }).db as ServerDatabaseConfig;
  const use = { connections: 2, isTimed: false, fitness: WRITABLE };
  const dataSource = await openServer(config.primary, config, use);
  opened.push(dataSource);
  return dataSource;
}

/** How often whoever waits is told so before the other one ends: longer than the server waits for a lock. */
const WAITS = 2;

it('whoever comes while another process migrates waits until that is done', async () => {
  const [begun, end] = [gate(), gate()];
  const ends: string[] = [];
  let waits = 0;
  const first = withMigrationLock(
    await openIt(),
    () => undefined,
    async () => {
      begun.open();
      await end.opened;
      ends.push('first');
    },
  );
  await begun.opened;
  const onWait = (): void => {
    if (++waits === WAITS) end.open();
  };
  const second = withMigrationLock(await openIt(), onWait, async () => Promise.resolve(ends.push('second')));
  await second.finally(end.open);
  await first;
  expect(ends).toEqual(['first', 'second']);
});
