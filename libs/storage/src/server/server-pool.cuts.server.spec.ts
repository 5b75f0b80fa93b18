import { execFileSync } from 'node:child_process';
import { UnavailableError } from '@pennon/domain';
import { cutConnections, speaksPostgres } from '../../../../test/support/database-server';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database, type DirectStatement, type Work } from '../database/database';
import { NamespaceEntity } from '../entities/namespace.entity';
import { openDatabase } from '../open-database';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

const cut = (): Promise<void> => cutConnections(temporary.url);

/** Reads the namespaces, after the connection was cut under it the first time. */
function afterCut(): { readonly work: Work<number>; readonly runs: () => number } {
  let runs = 0;
  const work: Work<number> = async (manager) => {
    if (++runs === 1) await cut();
    return manager.count(NamespaceEntity);
  };
  return { work, runs: () => runs };
}

describe('a read whose connection is cut', () => {
  const reads: Readonly<Record<string, (database: Database, work: Work<number>) => Promise<number>>> = {
    read: (database, work) => database.read(work),
    readOnce: (database, work) => database.readOnce(work),
    readPrimary: (database, work) => database.readPrimary(work),
    readNewest: (database, work) => database.readNewest(work),
  };

  it.each(Object.entries(reads))('runs again on another one: %s', async (_, read) => {
    const { work, runs } = afterCut();
    expect(await read(temporary.database, work)).toBe(1);
    expect(runs()).toBeGreaterThan(1);
  });

  it.each(Object.entries(reads))('does so on a replica: %s', async (_, read) => {
    const reader = await openDatabase(temporary.config().db, 'reader');
    const { work, runs } = afterCut();
    expect(await read(reader, work)).toBe(1);
    expect(runs()).toBeGreaterThan(1);
    await reader.close();
  });

  it('runs again past the ORM', async () => {
    const sql = speaksPostgres ? 'SELECT pg_sleep(1), 1 AS one' : 'SELECT SLEEP(1), 1 AS one';
    const sleep: DirectStatement = { name: sql, sql };
    const reading = Promise.all(Array.from({ length: 3 }, () => temporary.database.readDirectly(sleep, [])));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await cut();
    for (const rows of await reading) expect(rows).toMatchObject([{ one: 1 }]);
  });
});

it('all that use the connections that are cut are answered', async () => {
  for (let round = 0; round < 5; round++) {
    const reads = Array.from({ length: 30 }, () =>
      temporary.database.readOnce((manager) => manager.count(NamespaceEntity)),
    );
    const outcomes = await Promise.all([...reads, cut()]);
    expect(outcomes.slice(0, -1)).toEqual(reads.map(() => 1));
  }
});

describe('a write', () => {
  const revisionOf = async (): Promise<number | undefined> =>
    (await temporary.database.read((manager) => manager.findOneBy(NamespaceEntity, { key: 'default' })))
      ?.revision;

  it('whose connection is cut is lost, which is told, and nothing after it', async () => {
    let runs = 0;
    const writing = temporary.database.write(async (manager) => {
      runs++;
      await manager.update(NamespaceEntity, { key: 'default' }, { revision: 7 });
      await cut();
      await manager.update(NamespaceEntity, { key: 'default' }, { revision: 8 });
    });
    await expect(writing).rejects.toThrow(UnavailableError);
    expect([runs, await revisionOf()]).toEqual([1, 0]);
  });

  it('whose connection is cut does not say that the database takes no writes', async () => {
    const writing = temporary.database.write(async (manager) => {
      await cut();
      await manager.update(NamespaceEntity, { key: 'default' }, { revision: 8 });
    });
    await expect(writing).rejects.toThrow(UnavailableError);
    expect(temporary.database.writeHealth.failure).toBeUndefined();
  });

  it('that finds a connection dead before it has begun takes another one', async () => {
    const { database } = temporary;
    const write = async (): Promise<unknown> =>
      database.write((manager) => manager.increment(NamespaceEntity, { key: 'default' }, 'revision', 1));
    await Promise.all([write(), write(), write()]);
    cutUnseen();
    await Promise.all([write(), write(), write()]);
    expect(await revisionOf()).toBe(6);
  });
});

/** Cuts all connections while this process sees nothing of it: it finds out when it uses them. */
function cutUnseen(): void {
  const name = new URL(temporary.url).pathname.slice(1);
  const script = speaksPostgres
    ? `const client = new (require('pg').Client)(process.argv[1]);
       client.connect().then(() => client.query(\`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '${name}' AND pid <> pg_backend_pid()\`)).then(() => client.end());`
    : `require('mysql2/promise').createConnection(process.argv[1]).then(async (connection) => {
         const [sessions] = await connection.query(\`SELECT id FROM information_schema.processlist
           WHERE db = '${name}' AND id <> CONNECTION_ID()\`);
         for (const { id } of sessions) await connection.query(\`KILL \${id}\`);
         await connection.end();
       });`;
  execFileSync(process.execPath, ['-e', script, temporary.url]);
}
