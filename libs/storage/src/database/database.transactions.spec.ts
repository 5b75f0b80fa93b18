import { UnavailableError } from '@pennon/domain';
import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../../test/support/database-server';
import { gate } from '../../../../test/support/gate';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database } from './database';
import { NamespaceEntity } from '../entities/namespace.entity';
import { migrations } from './data-source-options';

let temporary: TemporaryDatabase;
let database: Database;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});

afterEach(async () => {
  await temporary.remove();
});

async function revisionSeenBy(manager: EntityManager): Promise<number | undefined> {
  const namespace = await manager.findOneBy(NamespaceEntity, { key: 'default' });
  return namespace?.revision;
}

async function setRevision(manager: EntityManager, revision: number): Promise<void> {
  await manager.update(NamespaceEntity, { key: 'default' }, { revision });
}

describe('a write', () => {
  it('is there for every read that starts after it ended', async () => {
    await database.write((manager) => setRevision(manager, 1));
    expect(await database.read(revisionSeenBy)).toBe(1);
  });

  it('answers what its work answers', async () => {
    expect(await database.write(() => Promise.resolve('done'))).toBe('done');
  });

  it('that throws leaves nothing behind, and passes on its error', async () => {
    const failure = new Error('half done');
    const write = database.write(async (manager) => {
      await setRevision(manager, 1);
      await manager.query('DELETE FROM schema_migrations');
      throw failure;
    });
    await expect(write).rejects.toBe(failure);
    expect(await database.read(revisionSeenBy)).toBe(0);
    const done = await database.read((manager) =>
      manager.query<unknown[]>('SELECT * FROM schema_migrations'),
    );
    expect(done).toHaveLength(migrations.length);
  });

  it('that throws does not harm the one behind it', async () => {
    const failing = database.write(async (manager) => {
      await setRevision(manager, 1);
      throw new Error('half done');
    });
    const next = database.write(revisionSeenBy);
    await expect(failing).rejects.toThrow('half done');
    expect(await next).toBe(0);
  });

  // A server runs writes side by side; what holds there is in server-database.server.spec.ts.
  (isSqlite ? it : it.skip)('starts when the one before it has ended', async () => {
    const increment = async (manager: EntityManager): Promise<void> => {
      const revision = (await revisionSeenBy(manager)) ?? Number.NaN;
      await setRevision(manager, revision + 1);
    };
    await Promise.all(Array.from({ length: 20 }, () => database.write(increment)));
    expect(await database.read(revisionSeenBy)).toBe(20);
  });

  it('is refused when too many wait, and changes nothing then', async () => {
    const bounded = await temporary.openAgain({ PENNON_DB_MAX_PENDING_WRITES: '2' });
    const { opened, open } = gate();
    const first = bounded.write(() => opened);
    const second = bounded.write((manager) => setRevision(manager, 2));
    await expect(bounded.write((manager) => setRevision(manager, 3))).rejects.toThrow(UnavailableError);
    open();
    await Promise.all([first, second]);
    expect(await bounded.read(revisionSeenBy)).toBe(2);
    await bounded.close();
  });
});

describe('a read', () => {
  it('that starts while a write is open sees the state before it', async () => {
    const changed = gate();
    const seen = gate();
    const write = database.write(async (manager) => {
      await setRevision(manager, 1);
      changed.open();
      await seen.opened;
    });
    await changed.opened;
    expect(await database.read(revisionSeenBy)).toBe(0);
    seen.open();
    await write;
    expect(await database.read(revisionSeenBy)).toBe(1);
  });

  it('sees one state from its first statement to its last, whatever is committed meanwhile', async () => {
    // By attempt: a server may ask for a transaction to be run again.
    const seen: (readonly (number | undefined)[])[] = [];
    await database.read(async (manager) => {
      const before = await revisionSeenBy(manager);
      if (seen.length === 0) await database.write((writer) => setRevision(writer, 1));
      seen.push([before, await revisionSeenBy(manager)]);
    });
    expect(seen[0]).toEqual([0, 0]);
    for (const [first, last] of seen) expect(last).toBe(first);
  });

  it('cannot change anything', async () => {
    await expect(database.read((manager) => setRevision(manager, 1))).rejects.toThrow(UnavailableError);
    expect(await database.read(revisionSeenBy)).toBe(0);
  });

  it('that throws passes on its error and does not harm the next one', async () => {
    const failure = new Error('no');
    await expect(database.read(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(await database.read(revisionSeenBy)).toBe(0);
  });

  it('is refused when too many wait', async () => {
    const bounded = await temporary.openAgain({ PENNON_DB_MAX_PENDING_READS: '1' });
    const { opened, open } = gate();
    const first = bounded.read(() => opened);
    await expect(bounded.read(revisionSeenBy)).rejects.toThrow(UnavailableError);
    open();
    await first;
    await bounded.close();
  });
});
