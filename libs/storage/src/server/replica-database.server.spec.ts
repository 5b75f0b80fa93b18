import { connect, createServer, type Server, type Socket } from 'node:net';
import { ReadOnlyError, UnavailableError } from '@pennon/domain';
import { eventually } from '../../../../test/support/eventually';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { type Database } from '../database/database';
import { NamespaceEntity } from '../entities/namespace.entity';
import { openDatabase } from '../open-database';
import { migrate } from '../migration';
import { UnitOfWork } from '../unit-of-work';

let temporary: TemporaryDatabase;
let reader: Database | undefined;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await reader?.close();
  reader = undefined;
  await temporary.remove();
});

/** Opens a reader of these replicas. @param canDoWithout True to open it though none of them can be read. */
async function openReader(
  urls: readonly string[],
  canDoWithout = false,
  more: NodeJS.ProcessEnv = {},
): Promise<Database> {
  const settings = { PENNON_DB_READ_URLS: urls.join(' '), PENNON_DB_CONNECT_TIMEOUT: '500ms', ...more };
  reader = await openDatabase(temporary.config(settings).db, 'reader', {
    canDoWithout: () => Promise.resolve(canDoWithout),
  });
  return reader;
}

/** The URL of a server that is not there. */
function deadUrl(): string {
  const url = new URL(temporary.url);
  url.port = '1';
  return url.href;
}

/** Keys of the namespaces that the reader sees. */
async function keysSeen(): Promise<readonly string[]> {
  if (reader === undefined) throw new Error('no reader is open');
  const namespaces = await new UnitOfWork(reader).read((stores) => stores.namespaces.all());
  return namespaces.map(({ key }) => key);
}

describe('a reader', () => {
  it('reads the primary where there are no replicas', async () => {
    await openReader([]);
    expect(await keysSeen()).toEqual(['default']);
  });

  it('never writes', async () => {
    const database = await openReader([]);
    await expect(database.write(() => Promise.resolve())).rejects.toThrow(ReadOnlyError);
  });
});

describe('replicas', () => {
  let other: TestDatabase;

  beforeEach(async () => {
    // Of another content, to be told from the first.
    other = await createTestDatabase();
    await migrate(temporary.config({ PENNON_DB_URL: other.url }).db);
    const database = await openDatabase(temporary.config({ PENNON_DB_URL: other.url }).db, 'writer');
    await new UnitOfWork(database).write(async ({ namespaces }) => {
      const namespace = await namespaces.find('default');
      if (namespace !== undefined) await namespaces.delete(namespace);
    });
    await database.close();
  });

  afterEach(async () => {
    await reader?.close();
    reader = undefined;
    await other.remove();
  });

  it('are read in turn', async () => {
    await openReader([temporary.url, other.url]);
    const seen = [];
    for (let round = 0; round < 4; round++) seen.push((await keysSeen()).length);
    expect(seen.toSorted()).toEqual([0, 0, 1, 1]);
  });

  it('that are dead are passed over, and looked for only now and then', async () => {
    await openReader([deadUrl(), temporary.url]);
    const start = performance.now();
    for (let round = 0; round < 20; round++) expect(await keysSeen()).toEqual(['default']);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('that do not answer cost one wait, not one each time', async () => {
    const silent = createServer();
    const port = await listening(silent);
    const url = new URL(temporary.url);
    url.port = String(port);
    await openReader([url.href, temporary.url]);
    await keysSeen();
    const start = performance.now();
    for (let round = 0; round < 20; round++) expect(await keysSeen()).toEqual(['default']);
    expect(performance.now() - start).toBeLessThan(15_000);
    silent.close();
  });

  it('that come back are read again', async () => {
    const relay = createServer((socket) => {
      const { hostname, port } = new URL(temporary.url);
      const upstream = connect(Number(port), hostname);
      socket.pipe(upstream).pipe(socket);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
    });
    const port = await listening(relay);
    await new Promise((resolve) => relay.close(resolve));
    const url = new URL(temporary.url);
    url.port = String(port);
    await openReader([url.href, temporary.url]);
    for (let round = 0; round < 4; round++) expect(await keysSeen()).toEqual(['default']);

    let connections = 0;
    relay.on('connection', () => connections++);
    await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
    await eventually(async () => {
      expect(await keysSeen()).toEqual(['default']);
      expect(connections).toBeGreaterThan(0);
    });
    await reader?.close();
    reader = undefined;
    relay.close();
  });

  it('without the schema are passed over', async () => {
    const late = await createTestDatabase();
    await openReader([late.url, temporary.url]);
    for (let round = 0; round < 4; round++) expect(await keysSeen()).toEqual(['default']);
    await reader?.close();
    reader = undefined;
    await late.remove();
  });

  it('that are all dead have the primary read in their place', async () => {
    await openReader([deadUrl(), deadUrl()], true);
    expect(await keysSeen()).toEqual(['default']);
  });

  it('are not asked which revisions are the newest, as long as the primary can be', async () => {
    const database = await openReader([other.url]);
    const count = (): Promise<number> => database.readNewest((manager) => manager.count(NamespaceEntity));
    expect([await count(), await keysSeen()]).toEqual([1, []]);
  });

  it('that are all dead make reads unavailable, without a word of their password, until one is back', async () => {
    const url = new URL(deadUrl());
    url.password = 'hunter2';
    const alone = { PENNON_DB_READ_FROM_PRIMARY: 'false' };
    const database = await openReader([url.href, deadUrl()], true, alone);
    const failure: unknown = await database
      .readOnce((manager) => manager.query('SELECT 1'))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(`${(failure as Error).message} ${String((failure as Error).cause)}`).not.toContain('hunter2');
  });
});

describe('a reader that can do without its database', () => {
  it('is not asked while the database can be read', async () => {
    const canDoWithout = jest.fn(() => Promise.resolve(true));
    reader = await openDatabase(temporary.config().db, 'reader', { canDoWithout });
    expect(canDoWithout).not.toHaveBeenCalled();
  });

  it('is open at once when its server hangs', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const url = new URL(temporary.url);
    url.port = String(await listening(silent));
    const config = temporary.config({ PENNON_DB_URL: url.href, PENNON_DB_CONNECT_TIMEOUT: '10m' }).db;
    reader = await openDatabase(config, 'reader', { canDoWithout: () => Promise.resolve(true) });
    silent.close();
    for (const socket of sockets) socket.destroy();
  });

  it('is open at once, and reads when the schema is there', async () => {
    const late = await createTestDatabase();
    const config = temporary.config({ PENNON_DB_URL: late.url }).db;
    reader = await openDatabase(config, 'reader', { canDoWithout: () => Promise.resolve(true) });
    await expect(keysSeen()).rejects.toThrow(/is behind .* it is for the writer/);
    await migrate(config);
    expect(await keysSeen()).toEqual(['default']);
    await reader.close();
    reader = undefined;
    await late.remove();
  });
});

/** Has it listen somewhere, and say nothing to whoever comes. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
