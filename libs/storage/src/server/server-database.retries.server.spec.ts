import { type DataSource } from 'typeorm';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { NamespaceEntity } from '../entities/namespace.entity';
import { openServer } from './server-data-source';
import { ServerDatabase } from './server-database';
import { ServerPool } from './server-pool';

/** Writers of one row; each of them meets the others. */
const WRITERS = 10;

let temporary: TemporaryDatabase;
let database: ServerDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  const { db } = temporary.config({ PENNON_DB_BUSY_TIMEOUT: '20s' });
  if (db.dialect === 'sqlite') throw new Error('this is about servers');
  const open = (): Promise<DataSource> => openServer(db.primary, db, { connections: 20, isTimed: true });
  const pool = new ServerPool(db.primary, open, { patience: 1000 });
  database = new ServerDatabase(pool, db, 'SERIALIZABLE');
});

afterEach(async () => {
  await database.close();
  await temporary.remove();
});

// As on CockroachDB, whose writes are always isolated so.
describe('writes that are serializable', () => {
  it('all succeed however they meet, though none of them locks anything beforehand', async () => {
    let runs = 0;
    const addOne = async (): Promise<void> =>
      database.write(async (manager) => {
        runs++;
        const namespace = await manager.findOneByOrFail(NamespaceEntity, { key: 'default' });
        await manager.update(NamespaceEntity, { key: 'default' }, { revision: namespace.revision + 1 });
      });
    await Promise.all(Array.from({ length: WRITERS }, addOne));
    const { revision } = await database.read((manager) =>
      manager.findOneByOrFail(NamespaceEntity, { key: 'default' }),
    );
    expect(revision).toBe(WRITERS);
    // They did meet.
    expect(runs).toBeGreaterThan(WRITERS);
  });

  it('look again at what they decided by: two never take what is there once', async () => {
    const takeIfFree = async (): Promise<boolean> =>
      database.write(async (manager) => {
        const { isProtected } = await manager.findOneByOrFail(NamespaceEntity, { key: 'default' });
        if (!isProtected) return false;
        await manager.update(NamespaceEntity, { key: 'default' }, { isProtected: false });
        return true;
      });
    const taken = await Promise.all(Array.from({ length: WRITERS }, takeIfFree));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
