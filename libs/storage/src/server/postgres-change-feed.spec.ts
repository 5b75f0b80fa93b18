import { Logger } from '@nestjs/common';
import { type ServerDatabaseConfig } from '@pennon/config';
import { type Change } from '@pennon/domain';
import { aNamespace, anAuthentication } from '@pennon/testing';
import { connectPlainly, queryServer, testDialect } from '../../../../test/support/database-server';
import { describeWithPrograms } from '../../../../test/support/describe-with-programs';
import { eventually } from '../../../../test/support/eventually';
import { startPgBouncer } from '../../../../test/support/pgbouncer';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { TcpProxy } from '../../../../test/support/tcp-proxy';
import { DatabaseTokenStore } from '../database-token-store';
import { openChangeFeed } from '../open-database';
import { assertWritable } from './server-choice';
import { PostgresChangeFeed } from './postgres-change-feed';

const everything: Change = { kind: 'everything' };
const shop: Change = { kind: 'namespace', namespaceKey: 'shop' };

let temporary: TemporaryDatabase;
let proxy: TcpProxy;
let heard: Change[];
let end: () => Promise<void>;

async function listen(): Promise<void> {
  const { primary, connectTimeout } = temporary.config({ PENNON_DB_CONNECT_TIMEOUT: '1s' })
    .db as ServerDatabaseConfig;
  proxy = await TcpProxy.to(primary.port);
  const feed = new PostgresChangeFeed(
    { primary: { ...primary, host: '127.0.0.1', port: proxy.port }, connectTimeout },
    assertWritable,
  );
  heard = [];
  end = await feed.subscribe((change) => void heard.push(change));
}

/** The channels that connections behind a pooler listen to. More are asked at once than it has needed so far. */
async function listeningThrough(url: string): Promise<readonly unknown[]> {
  const channels = Array.from({ length: 6 }, () =>
    queryServer(url, 'SELECT pg_listening_channels() FROM (SELECT pg_sleep(0.3)) AS pause'),
  );
  return (await Promise.all(channels)).flat();
}

async function hears(...expected: readonly Change[]): Promise<void> {
  await eventually(() => {
    expect(heard).toEqual(expected);
    return Promise.resolve();
  });
}

async function publish(payload: string, channel = 'pennon_changes'): Promise<void> {
  await temporary.database.write((manager) => manager.query('SELECT pg_notify($1, $2)', [channel, payload]));
}

async function markOf(namespaceKey: string): Promise<string | undefined> {
  return (await temporary.unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey)))?.mark;
}

/** Has the server end every connection that listens. */
async function terminate(): Promise<void> {
  const connection = await connectPlainly(temporary.url);
  await connection.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'pennon changes'`,
  );
  await connection.end();
}

// Of the databases that the storage is tested on, only PostgreSQL tells of changes.
const describeOnPostgres = testDialect === 'postgres' ? describe : describe.skip;

test('only PostgreSQL tells of changes by itself', () => {
  const feed = (url: string): unknown =>
    openChangeFeed({ ...temporaryConfig(url), dialect: url.split(':')[0] } as ServerDatabaseConfig, 'reader');
  expect(feed('postgres:')).toBeInstanceOf(PostgresChangeFeed);
  expect([feed('cockroachdb:'), feed('mysql:'), feed('sqlite:')]).toEqual([undefined, undefined, undefined]);
});

function temporaryConfig(location: string): Pick<ServerDatabaseConfig, 'location'> {
  return { location };
}

describeOnPostgres('changes that PostgreSQL tells of', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
    await listen();
    await hears(everything);
  });

  afterEach(async () => {
    await end();
    await proxy.close();
    await temporary.remove();
  });

  it('are of namespaces, with the commit of what changes them', async () => {
    const { unitOfWork } = temporary;
    await unitOfWork.write(async ({ namespaces }) => {
      await namespaces.create(aNamespace('shop'));
      expect(heard).toEqual([everything]);
    });
    await hears(everything, shop);
    await unitOfWork.write(({ namespaces }) => namespaces.raiseRevision('shop'));
    const raised = { ...shop, revision: { revision: 2, mark: await markOf('shop') } } as const;
    await hears(everything, shop, raised);
    await unitOfWork.write(({ namespaces }) => namespaces.delete({ key: 'shop' }));
    await hears(everything, shop, raised, shop);
  });

  it('are not of what was undone', async () => {
    const undone = temporary.unitOfWork.write(async ({ namespaces }) => {
      await namespaces.create(aNamespace('undone'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await publish('namespace shop');
    await hears(everything, shop);
  });

  it('are of tokens when one is revoked, and not when one is issued', async () => {
    const store = new DatabaseTokenStore(temporary.database);
    await store.create(anAuthentication('a'), 'hash');
    await store.delete('nobody');
    await store.expire('a', 1, 1);
    await hears(everything, { kind: 'tokens' });
    await store.delete('a');
    await hears(everything, { kind: 'tokens' }, { kind: 'tokens' });
  });

  it('are told also by versions that know of no revisions', async () => {
    for (const mark of ['rT0cJ8k1xWqZ', 'aT0cJ8k1xWqZ']) {
      await publish(`shop 7.${mark}`, 'pennon_revisions');
      await publish('namespace other');
      await publish('namespace shop');
    }
    const other: Change = { kind: 'namespace', namespaceKey: 'other' };
    const raised = (mark: string): Change => ({ ...shop, revision: { revision: 7, mark } });
    await hears(everything, raised('rT0cJ8k1xWqZ'), other, shop, raised('aT0cJ8k1xWqZ'), other, shop);
  });

  it('are nothing else, whatever somebody sends', async () => {
    for (const payload of ['', 'garbage', 'namespace ', 'x'.repeat(7000)]) {
      await publish(payload);
      await publish(payload, 'pennon_revisions');
    }
    await publish('namespace shop');
    await hears(everything, shop);
  });

  it('may have been missed after the server ended the connection, which is told; then they are heard again', async () => {
    await terminate();
    await hears(everything, everything);
    await publish('tokens');
    await hears(everything, everything, { kind: 'tokens' });
  });

  it('are heard again after the wire was reset, refused and let through again', async () => {
    proxy.refuse();
    await new Promise((resolve) => setTimeout(resolve, 500));
    proxy.pass();
    await hears(everything, everything);
    await publish('namespace shop');
    await hears(everything, everything, shop);
  });

  it('are heard again after the wire hung, which closes no connection', async () => {
    proxy.hang();
    await new Promise((resolve) => setTimeout(resolve, 7000));
    heard.length = 0;
    proxy.pass();
    await eventually(() => {
      expect(heard).toContainEqual(everything);
      return Promise.resolve();
    });
    await publish('namespace shop');
    await eventually(() => {
      expect(heard).toContainEqual(shop);
      return Promise.resolve();
    });
  });

  describeWithPrograms(['pgbouncer'], 'through a pooler', () => {
    it('are not heard, which is told and taken back, and not tried for ever', async () => {
      const pooler = await startPgBouncer(temporary.url);
      const { primary } = temporary.config({}).db as ServerDatabaseConfig;
      const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
      const said = jest.spyOn(Logger.prototype, 'log').mockImplementation();
      const changes: Change[] = [];
      const place = { host: '127.0.0.1', port: Number(new URL(pooler.url).port) };
      const feed = new PostgresChangeFeed(
        { primary: { ...primary, ...place }, connectTimeout: 300 },
        assertWritable,
      );
      const endOfFeed = await feed.subscribe((change) => void changes.push(change));
      await eventually(() => {
        expect(warned.mock.calls).toEqual([
          [
            { reason: 'a notification of our own took longer than 300 ms' },
            'LISTEN failed: changes are polled until it works',
          ],
          [expect.stringContaining('freshness.push')],
        ]);
        return Promise.resolve();
      });
      expect(await listeningThrough(pooler.url)).toEqual([]);
      expect([changes, said.mock.calls]).toEqual([[], []]);
      await endOfFeed();
      await pooler.stop();
      warned.mockRestore();
      said.mockRestore();
    });
  });

  it('are not heard after the end, and nothing stays connected or is tried again', async () => {
    await end();
    await publish('tokens');
    await eventually(() => {
      expect(proxy.connections).toBe(0);
      return Promise.resolve();
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([heard, proxy.connections]).toEqual([[everything], 0]);
  });

  it('are waited for without end or error when there is no server', async () => {
    await end();
    await proxy.close();
    await listen();
    proxy.refuse();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(heard).toEqual([]);
  });
});
