import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { InvalidArgumentError, NotFoundError, UnavailableError } from '@pennon/domain';
import { aFlag, aNamespace, SOME_MOMENT } from '@pennon/testing';
import { queryServer, speaksPostgres, testDialect } from '../../../../test/support/database-server';
import { gate } from '../../../../test/support/gate';
import { TcpProxy } from '../../../../test/support/tcp-proxy';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database, type DirectStatement } from '../database/database';
import { NamespaceEntity } from '../entities/namespace.entity';
import { openDatabase } from '../open-database';
import { UnitOfWork, type Stores } from '../unit-of-work';

let temporary: TemporaryDatabase;
let unitOfWork: UnitOfWork;
let others: Database[];

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ unitOfWork } = temporary);
  others = [];
});

afterEach(async () => {
  for (const other of others) await other.close();
  await temporary.remove();
});

/** Opens the database once more, until the test ends. */
async function openAgain(settings: NodeJS.ProcessEnv): Promise<Database> {
  const database = await temporary.openAgain(settings);
  others.push(database);
  return database;
}

/** A statement by its text, which is its name as well. */
function direct(sql: string): DirectStatement {
  return { name: sql, sql };
}

/** Creates a flag as the use case does: in the namespace, which must be there, and of a key that nobody has. */
async function createFlag({ namespaces, flags }: Stores, namespaceKey: string, key: string): Promise<void> {
  await namespaces.raiseRevision(namespaceKey);
  if (!(await namespaces.exists(namespaceKey))) throw new NotFoundError('namespace not found');
  if (await flags.exists(namespaceKey, key)) throw new InvalidArgumentError('flag is not unique');
  await flags.createAll([aFlag(key, { namespaceKey })]);
}

/** The codes of those that were rejected. */
function refusals(outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as { code?: unknown }).code] : [],
  );
}

it('tells how many of its connections are open and in use', async () => {
  const database = await openAgain({ PENNON_DB_MAX_OPEN_CONN: '4' });
  const idle = { depth: 0, waits: 0, waitedMs: 0 };
  await database.readOnce((manager) => manager.query('SELECT 1'));
  const { connections } = database.usage();
  expect(connections).toEqual({ max: 4, open: expect.any(Number), inUse: 0 });
  expect(connections.open).toBeGreaterThan(0);
  const { opened, open } = gate();
  const reads = [1, 2, 3].map(async () => database.read(() => opened));
  expect(database.usage().reads).toEqual({ depth: 3, waits: 1, waitedMs: 0 });
  expect(database.usage().connections.inUse).toBe(2);
  open();
  await Promise.all(reads);
  expect(database.usage()).toMatchObject({ reads: { depth: 0, waits: 1 }, writes: idle });
});

describe('writes that meet', () => {
  it('in one namespace come one after another, because each raises its revision first', async () => {
    const write = async ({ namespaces }: Stores): Promise<number | undefined> => {
      await namespaces.raiseRevision('default');
      return (await namespaces.find('default'))?.revision;
    };
    const seen = await Promise.all(Array.from({ length: 30 }, () => unitOfWork.write(write)));
    expect(seen.toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it('over one key let one through, and the others are told that it is taken', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => unitOfWork.write((stores) => createFlag(stores, 'default', 'same'))),
    );
    expect(refusals(outcomes)).toEqual(Array.from({ length: 7 }, () => 'INVALID_ARGUMENT'));
  });

  it('over the key of a namespace let one through, though no row is there to be locked', async () => {
    const create = async ({ namespaces }: Stores): Promise<void> => {
      await namespaces.raiseRevision('shop');
      if (await namespaces.exists('shop')) throw new InvalidArgumentError('namespace is not unique');
      await namespaces.create(aNamespace('shop'));
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => unitOfWork.write(create)));
    expect(refusals(outcomes)).toEqual(Array.from({ length: 7 }, () => 'INVALID_ARGUMENT'));
  });

  it('find the namespace gone that another one deletes in the same moment', async () => {
    await unitOfWork.write(({ namespaces }) => namespaces.create(aNamespace('shop')));
    const deleted = gate();
    const created = gate();
    const deletion = unitOfWork.write(async ({ namespaces }) => {
      await namespaces.raiseRevision('shop');
      const namespace = await namespaces.find('shop');
      if (namespace !== undefined) await namespaces.delete(namespace);
      deleted.open();
      await created.opened;
    });
    await deleted.opened;
    const creation = unitOfWork.write((stores) => createFlag(stores, 'shop', 'late'));
    created.open();
    await deletion;
    const outcome = await creation.catch((error: unknown) => error);
    // Where the deletion may be asked to run again, the other one may come first: then the flag is deleted, too.
    if (testDialect === 'cockroachdb' && outcome === undefined)
      expect(await temporary.rows('flags')).toEqual([]);
    else expect(outcome).toBeInstanceOf(NotFoundError);
  });

  it('in a deadlock both get through', async () => {
    await unitOfWork.write(({ namespaces }) => namespaces.create(aNamespace('shop')));
    const raise = async (first: string, second: string): Promise<void> => {
      const reached = gate();
      let runs = 0;
      await unitOfWork.write(async ({ namespaces }) => {
        runs++;
        await namespaces.raiseRevision(first);
        reached.open();
        // Only the first time: whoever runs again finds the way free.
        if (runs === 1) await new Promise((resolve) => setTimeout(resolve, 300));
        await namespaces.raiseRevision(second);
      });
    };
    await Promise.all([raise('default', 'shop'), raise('shop', 'default')]);
    const revisions = await unitOfWork.read(({ namespaces }) => namespaces.all());
    expect(revisions.map(({ key, revision }) => [key, revision]).toSorted()).toEqual([
      ['default', 2],
      ['shop', 3],
    ]);
  });

  it('wait for a lock as long as they may, though a statement may take less', async () => {
    const database = await openAgain({
      PENNON_DB_BUSY_TIMEOUT: '20s',
      PENNON_DB_STATEMENT_TIMEOUT: '2s',
    });
    const { opened, open } = gate();
    const holding = unitOfWork.write(async ({ namespaces }) => {
      await namespaces.raiseRevision('default');
      await opened;
    });
    const waiting = new UnitOfWork(database).write(({ namespaces }) => namespaces.raiseRevision('default'));
    setTimeout(open, 4000);
    await Promise.all([holding, waiting]);
    expect(await unitOfWork.read(({ namespaces }) => namespaces.find('default'))).toMatchObject({
      revision: 2,
    });
    expect(database.writeHealth.failure).toBeUndefined();
  });

  it('wait no longer for a lock than they may, and are then told to come again', async () => {
    const impatient = await openAgain({ PENNON_DB_BUSY_TIMEOUT: '1s' });
    const { opened, open } = gate();
    const locked = gate();
    const holding = unitOfWork.write(async ({ namespaces }) => {
      await namespaces.raiseRevision('default');
      locked.open();
      await opened;
    });
    await locked.opened;
    await expect(
      new UnitOfWork(impatient).write(({ namespaces }) => namespaces.raiseRevision('default')),
    ).rejects.toThrow('the database is busy with changes of the same; try again later');
    open();
    await holding;
  });
});

// CockroachDB has one isolation for all; its stand-in has another one.
if (testDialect !== 'cockroachdb')
  describe('what others commit meanwhile', () => {
    /** The description before and after another instance has changed it. */
    const descriptions = async (manager: EntityManager): Promise<readonly string[]> => {
      const read = async (): Promise<string> =>
        (await manager.findOneByOrFail(NamespaceEntity, { key: 'default' })).description;
      const before = await read();
      const other = await openAgain({});
      await other.write((its) =>
        its.update(NamespaceEntity, { key: 'default' }, { description: `after ${before}` }),
      );
      return [before, await read()];
    };

    it('is not seen by a read', async () => {
      const [before, after] = await temporary.database.read(descriptions);
      expect(after).toBe(before);
    });

    it('is seen by a write, which looks again when it has waited', async () => {
      const [before, after] = await temporary.database.write(descriptions);
      expect(after).toBe(`after ${before}`);
    });
  });

describe('reads', () => {
  it('are not kept waiting by writes that wait for each other', async () => {
    const database = await openAgain({ PENNON_DB_MAX_OPEN_CONN: '4' });
    const { opened, open } = gate();
    const writes = Array.from({ length: 10 }, () =>
      database.write(async (manager) => {
        await manager.increment(NamespaceEntity, { key: 'default' }, 'revision', 1);
        await opened;
      }),
    );
    expect(await database.readOnce((manager) => manager.count(NamespaceEntity))).toBe(1);
    expect(await database.read((manager) => manager.count(NamespaceEntity))).toBe(1);
    open();
    await Promise.all(writes);
  });

  it('of one statement need no transaction', async () => {
    const revision = await temporary.database.readOnce((manager) =>
      manager.findOneBy(NamespaceEntity, { key: 'default' }),
    );
    expect(revision).toMatchObject({ revision: 0 });
  });
});

describe('reads past the ORM', () => {
  it('give the connection back, whatever becomes of them', async () => {
    const database = await openAgain({ PENNON_DB_MAX_OPEN_CONN: '1' });
    for (let round = 0; round < 3; round++) {
      await expect(database.readDirectly(direct('SELECT nothing'), [])).rejects.toThrow('nothing');
      expect(await database.readDirectly(direct('SELECT 1 AS one'), [])).toMatchObject([{ one: 1 }]);
    }
    expect(await database.readOnce((manager) => manager.count(NamespaceEntity))).toBe(1);
  });

  it('of a server that is away are told as all others', async () => {
    const url = new URL(temporary.url);
    url.port = '1';
    const config = temporary.config({ PENNON_DB_URL: url.href }).db;
    const reader = await openDatabase(config, 'reader', { canDoWithout: () => Promise.resolve(true) });
    others.push(reader);
    await expect(reader.readDirectly(direct('SELECT 1'), [])).rejects.toThrow(UnavailableError);
  });
});

describe('more work than connections', () => {
  it('waits for its turn', async () => {
    const database = await openAgain({ PENNON_DB_MAX_OPEN_CONN: '1' });
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => database.read((manager) => manager.count(NamespaceEntity))),
    );
    expect(counts).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('waits no longer than a connection may be waited for', async () => {
    const settings = { PENNON_DB_MAX_OPEN_CONN: '2', PENNON_DB_CONNECT_TIMEOUT: '200ms' };
    const database = await openAgain(settings);
    const { opened, open } = gate();
    const holding = database.read(() => opened);
    await expect(database.read(() => Promise.resolve())).rejects.toThrow(
      'reads had to wait too long for the database; try again later',
    );
    open();
    await holding;
  });
});

describe('a server that has fewer connections to give than are wanted', () => {
  // Roles are the server’s, which the suites of two kinds of databases may share.
  const name = `pennon_few_${randomBytes(6).toString('hex')}`;
  const onServer = async (...statements: readonly string[]): Promise<void> => {
    for (const sql of statements) await queryServer(temporary.url, sql);
  };

  beforeEach(async () => {
    const database = new URL(temporary.url).pathname.slice(1);
    if (speaksPostgres)
      await onServer(
        `CREATE ROLE ${name} LOGIN CONNECTION LIMIT 3`,
        `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`,
      );
    else
      await onServer(
        `CREATE USER ${name}@'%' WITH MAX_USER_CONNECTIONS 3`,
        `GRANT ALL ON ${database}.* TO ${name}@'%'`,
      );
  });

  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
    if (speaksPostgres) await onServer(`DROP OWNED BY ${name}`, `DROP ROLE ${name}`);
    else await onServer(`DROP USER ${name}@'%'`);
  });

  it('is waited for, while those that there are do the work', async () => {
    const url = new URL(temporary.url);
    url.username = name;
    const few = new UnitOfWork(await openAgain({ PENNON_DB_URL: url.href, PENNON_DB_MIGRATE: 'false' }));
    const keys = Array.from({ length: 30 }, (_, index) => `flag-${index}`);
    await Promise.all(keys.map((key) => few.write((stores) => createFlag(stores, 'default', key))));
    expect(await unitOfWork.read(({ flags }) => flags.exists('default', 'flag-29'))).toBe(true);
  });

  it('fails nothing however long those that there are have to do, as long as they come free', async () => {
    const url = new URL(temporary.url);
    url.username = name;
    const settings = { PENNON_DB_MIGRATE: 'false', PENNON_DB_CONNECT_TIMEOUT: '1s' };
    const few = await openAgain({ PENNON_DB_URL: url.href, ...settings });
    // Three seconds of work for three connections.
    const sql = speaksPostgres ? 'SELECT pg_sleep(0.15)' : 'SELECT SLEEP(0.15)';
    const writes = Array.from({ length: 60 }, () => few.write((manager) => manager.query(sql)));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

describe('a statement that takes too long', () => {
  const sleep = speaksPostgres ? 'SELECT pg_sleep(25)' : 'SELECT SLEEP(25)';

  it.each(['read', 'readOnce', 'write'] as const)(
    'is given up in a %s, and the next one works',
    async (way) => {
      const settings = { PENNON_DB_STATEMENT_TIMEOUT: '300ms', PENNON_DB_MAX_OPEN_CONN: '2' };
      const database = await openAgain(settings);
      const start = performance.now();
      await expect(database[way]((manager) => manager.query(sleep))).rejects.toThrow(UnavailableError);
      expect(performance.now() - start).toBeLessThan(15_000);
      expect(await database[way]((manager) => manager.count(NamespaceEntity))).toBe(1);
    },
  );

  it('is given up past the ORM, and the next one works', async () => {
    const settings = { PENNON_DB_STATEMENT_TIMEOUT: '300ms', PENNON_DB_MAX_OPEN_CONN: '1' };
    const database = await openAgain(settings);
    const start = performance.now();
    await expect(database.readDirectly(direct(sleep), [])).rejects.toThrow(UnavailableError);
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(await database.readDirectly(direct('SELECT 1 AS one'), [])).toMatchObject([{ one: 1 }]);
  });
});

describe('a server that goes away', () => {
  it('is not named to whoever asks, and is to the log', async () => {
    const { db } = temporary.config();
    if (db.dialect === 'sqlite') throw new Error('this is about servers');
    const proxy = await TcpProxy.to(db.primary.port, db.primary.host);
    const url = new URL(temporary.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const behind = await openAgain({ PENNON_DB_URL: url.href });
    proxy.refuse();
    const failures: unknown[] = [];
    for (const read of ['read', 'readOnce'] as const)
      await behind[read]((manager) => manager.count(NamespaceEntity)).catch((error: unknown) =>
        failures.push(error),
      );
    await behind.readDirectly(direct('SELECT 1'), []).catch((error: unknown) => failures.push(error));
    expect(failures).toHaveLength(3);
    for (const failure of failures as UnavailableError[])
      expect(failure).toMatchObject({ message: 'the database cannot be used at the moment' });
    expect(failures.map((failure) => String((failure as Error).cause)).join()).toContain(`${proxy.port}`);
    await proxy.close();
  });
});

describe('text', () => {
  it('is stored letter by letter, however long and of whatever script', async () => {
    const description = `${'ü😀𝒳 '.repeat(100_000)}end `;
    await unitOfWork.write(({ flags }) => flags.createAll([aFlag('long', { description })]));
    const flag = await unitOfWork.read(({ flags }) => flags.find('default', 'long'));
    expect(flag?.description === description).toBe(true);
  });

  it('of keys differs by case, and is ordered by its characters’ numbers', async () => {
    const keys = ['b', 'B', 'a', 'A', 'a-', 'a.', 'aa', '_', '0'];
    await unitOfWork.write(async ({ flags }) => {
      for (const key of keys) await flags.createAll([aFlag(key)]);
    });
    const { items } = await unitOfWork.read(({ flags }) => flags.list('default', { limit: 0, offset: 0 }));
    expect(items.map(({ key }) => key)).toEqual(keys.toSorted());
  });

  it('with a NUL is stored, or refused with a clear word where the database cannot', async () => {
    const create = unitOfWork.write(({ flags }) => flags.createAll([aFlag('nul', { description: 'a\0b' })]));
    if (speaksPostgres) {
      await expect(create).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'text must not hold the character U+0000, which the database cannot store',
      });
      return;
    }
    await create;
    expect(await unitOfWork.read(({ flags }) => flags.find('default', 'nul'))).toMatchObject({
      description: 'a\0b',
    });
  });
});

describe('numbers', () => {
  it('of microseconds and revisions are exact', async () => {
    const moment = SOME_MOMENT + 123_457;
    await unitOfWork.write(({ namespaces }) =>
      namespaces.create(aNamespace('shop', { createdAt: moment, updatedAt: Number.MAX_SAFE_INTEGER })),
    );
    expect(await unitOfWork.read(({ namespaces }) => namespaces.find('shop'))).toMatchObject({
      createdAt: moment,
      updatedAt: Number.MAX_SAFE_INTEGER,
      revision: 1,
    });
  });
});

describe('an error', () => {
  it.each([
    ['a server that is not there', (url: URL) => (url.port = '1')],
    ['a database that is not there', (url: URL) => (url.pathname = '/absent')],
    ['a user who is not known', (url: URL) => (url.username = 'nobody-at-all')],
  ])('of %s is clear, and holds neither the password nor the user', async (_, change) => {
    const url = new URL(temporary.url);
    change(url);
    url.password = 'hunter2';
    const { db } = temporary.config({ PENNON_DB_URL: url.href });
    const failure: unknown = await openDatabase(db, 'writer').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnavailableError);
    const { message, stack = '', cause } = failure as UnavailableError;
    expect(message).toBe(`the database ${db.location} cannot be opened`);
    expect([message, stack, String(cause), JSON.stringify(cause)].join()).not.toContain('hunter2');
  });
});

it('a writer whose user may only read is refused in clear words; a reader with the same user is not', async () => {
  const user = `reader_${randomBytes(6).toString('hex')}`;
  const quoted = speaksPostgres ? `"${user}"` : `'${user}'@'%'`;
  const { pathname } = new URL(temporary.url);
  const statements = speaksPostgres
    ? [`CREATE ROLE ${quoted} LOGIN PASSWORD 'x'`, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${quoted}`]
    : [`CREATE USER ${quoted} IDENTIFIED BY 'x'`, `GRANT SELECT ON ${pathname.slice(1)}.* TO ${quoted}`];
  for (const sql of statements) await queryServer(temporary.url, sql);
  const url = new URL(temporary.url);
  url.username = user;
  url.password = 'x';
  try {
    const { db } = temporary.config({ PENNON_DB_URL: url.href });
    await expect(openDatabase(db, 'writer')).rejects.toThrow(
      /^the user of db\.url may only read the database .*: a writer needs SELECT, INSERT, UPDATE and DELETE on its tables/,
    );
    others.push(await openDatabase(db, 'reader'));
  } finally {
    for (const other of others.splice(0)) await other.close();
    if (speaksPostgres) await queryServer(temporary.url, `DROP OWNED BY ${quoted}`);
    await queryServer(temporary.url, `DROP ${speaksPostgres ? 'ROLE' : 'USER'} ${quoted}`);
  }
});
