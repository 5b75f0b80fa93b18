import { Logger } from '@nestjs/common';
import { parseManifest } from '../manifest';
import { type Database, DatabaseOperationLock, SystemClock, UnitOfWork } from '@pennon/storage';
import { NamespaceExports } from '@pennon/changes';
import { eventually } from '../../../../test/support/eventually';
import { TEST_BUCKET, useObjectStore } from '../../../../test/support/object-store/use-object-store';
import { FlagDatabase } from '../../../../test/support/publication/flag-database';
import { Exporter, publishUntil } from './exporter';
import { type ExportPorts, type ExportSettings, publishOnce } from './open-publisher';

const to = { bucket: TEST_BUCKET, prefix: 'prod' };

const shared = useObjectStore();
let database: FlagDatabase;
let connections: Database[];
let exporters: Exporter[];
let logged: Readonly<Record<'log' | 'warn' | 'error', jest.SpyInstance>>;

beforeEach(async () => {
  logged = {
    log: jest.spyOn(Logger.prototype, 'log').mockImplementation(),
    warn: jest.spyOn(Logger.prototype, 'warn').mockImplementation(),
    error: jest.spyOn(Logger.prototype, 'error').mockImplementation(),
  };
  database = await FlagDatabase.open();
  connections = [];
  exporters = [];
});

afterEach(async () => {
  shared.proxy.heal();
  for (const exporter of exporters) await exporter.stop();
  for (const connection of connections) await connection.close();
  await database.close();
  jest.restoreAllMocks();
});

function settings(more: Readonly<Record<string, string>> = {}): ExportSettings {
  return database.temporary.config({
    PENNON_EXPORT_INTERVAL: '100ms',
    PENNON_EXPORT_LEASE: '10m',
    PENNON_EXPORT_TIMEOUT: '5s',
    PENNON_EXPORT_S3_ENDPOINT: shared.proxy.endpoint,
    ...more,
  });
}

/** What another instance on the same database has. */
async function portsOfAnother(): Promise<ExportPorts> {
  const connection = await database.temporary.openAgain();
  connections.push(connection);
  const clock = new SystemClock();
  return {
    exports: new NamespaceExports(new UnitOfWork(connection)),
    lock: new DatabaseOperationLock(connection, clock),
    clock,
    tokens: undefined,
  };
}

/** Starts exporting as another instance would. */
async function startAnother(config = settings()): Promise<Exporter> {
  const exporter = new Exporter(config, to, await portsOfAnother());
  exporters.push(exporter);
  exporter.start();
  return exporter;
}

/** The revision of a namespace that the manifest names. */
function published(namespaceKey: string): number | undefined {
  const text = shared.server.read(TEST_BUCKET, 'prod/manifest.json')?.toString('utf8');
  if (text === undefined) return undefined;
  return parseManifest(text).namespaces.find((entry) => entry.namespaceKey === namespaceKey)?.revision;
}

/** Waits until the revision that the database has is the one that is published. */
async function untilPublished(namespaceKey: string): Promise<void> {
  const revision = await database.revisionOf(namespaceKey);
  await eventually(() => {
    expect(published(namespaceKey)).toBe(revision);
    return Promise.resolve();
  });
}

/** How often each object was put. */
function puts(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { method, key } of shared.proxy.requests) {
    if (method === 'PUT') counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** How often objects of one kind were put. */
function putsOf(pattern: RegExp): readonly number[] {
  return Object.entries(puts()).flatMap(([key, count]) => (pattern.test(key) ? [count] : []));
}

/** Those that have exported, which are to be so many; each knows it a moment after the manifest is there. */
async function thoseThatExported(count: number): Promise<readonly Exporter[]> {
  return eventually(() => {
    const those = exporters.filter(({ state }) => state.lastSuccessAt !== undefined);
    expect(those).toHaveLength(count);
    return Promise.resolve(those);
  });
}

/** Waits for that many times that this instance has looked. */
async function untilLookedAgain(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await shared.proxy.nextRequest({ method: 'GET', key: 'prod/manifest.json' });
  }
}

describe('an exporter', () => {
  it('exports at once, and whenever something has changed, and else writes nothing', async () => {
    await startAnother();
    await untilPublished('default');
    for (const flags of [['cart'], ['cart', 'checkout']]) {
      await database.set('shop', flags);
      await untilPublished('shop');
    }
    const before = puts();
    await untilLookedAgain(5);
    expect(puts()).toEqual(before);
    expect(before['prod/manifest.json']).toBe(3);
  });

  it('that two instances run exports each revision once', async () => {
    await startAnother();
    await startAnother();
    await startAnother();
    for (let count = 1; count <= 5; count++) {
      await database.set('shop', [`flag-${count}`]);
      await untilPublished('shop');
    }
    await thoseThatExported(1);
    expect(putsOf(/revisions\/shop/)).toEqual([1, 1, 1, 1, 1]);
    expect(putsOf(/revisions\/default/)).toEqual([1]);
  });

  it('that is stopped has another one go on at once', async () => {
    await startAnother();
    await startAnother();
    await database.set('shop', ['cart']);
    await untilPublished('shop');
    const [first] = await thoseThatExported(1);
    await first?.stop();
    await database.set('shop', ['checkout']);
    await untilPublished('shop');
    await thoseThatExported(2);
  });

  it('that ended without a word is followed by another when its time is over', async () => {
    const dead = await portsOfAnother();
    const lost: ExportPorts = {
      ...dead,
      lock: {
        tryAcquire: (operation, interval) => dead.lock.tryAcquire(operation, interval),
        release: () => Promise.reject(new Error('nobody is there to say so')),
      },
    };
    const short = settings({ PENNON_EXPORT_LEASE: '1s' });
    const first = new Exporter(short, to, lost);
    first.start();
    await untilPublished('default');
    await first.stop();
    await startAnother(short);
    await database.set('shop', ['cart']);
    await untilPublished('shop');
    await thoseThatExported(1);
  });

  it('says once that it fails and once that it works again, and goes on by itself', async () => {
    shared.proxy.inject({ status: 403 }, { method: 'PUT' });
    const exporter = await startAnother();
    await eventually(() => {
      expect(exporter.state.failures).toBeGreaterThan(2);
      return Promise.resolve();
    });
    expect(exporter.state.lastSuccessAt).toBeUndefined();
    shared.proxy.heal();
    await untilPublished('default');
    await eventually(() => {
      expect(exporter.state).toMatchObject({ failures: 0, lastSuccessAt: expect.any(Number) });
      return Promise.resolve();
    });
    expect(logged.error.mock.calls.map(([, message]: unknown[]) => message)).toEqual([
      'flags cannot be exported; it is tried again until it works',
    ]);
    expect(logged.log.mock.calls.map(([, message]: unknown[]) => message)).toEqual([
      'flags can be exported again',
      'flags exported',
    ]);
  });

  it('that is stopped has the object that it is writing come to its end, and writes no other', async () => {
    shared.proxy.inject({ delayMs: 300 }, { method: 'PUT' });
    const exporter = await startAnother();
    const seen = await shared.proxy.nextRequest({ method: 'PUT' });
    await exporter.stop();
    expect(seen.status).toBe(200);
    expect(shared.proxy.count({ method: 'PUT' })).toBe(1);
    expect(published('default')).toBeUndefined();
    expect(logged.error).not.toHaveBeenCalled();
  });

  it('that was never started can be stopped', async () => {
    await new Exporter(settings(), to, await portsOfAnother()).stop();
  });

  it('tells of a database that was put back', async () => {
    await database.set('shop', ['cart']);
    await database.setRevision('shop', 50);
    await startAnother();
    await untilPublished('shop');
    await database.setRevision('shop', 3);
    await untilPublished('shop');
    await eventually(() => {
      expect(logged.warn).toHaveBeenCalledWith(
        { location: 's3://flags/prod/', namespaces: ['shop'] },
        'exported revisions are lower than before: the database has another history, which readers follow',
      );
      return Promise.resolve();
    });
  });
});

describe('exporting once', () => {
  it('does so whoever has the task, and says what came of it', async () => {
    await startAnother();
    await untilPublished('default');
    await database.set('shop', ['cart']);
    const outcome = await publishOnce(settings(), to, await portsOfAnother());
    expect(outcome.manifest.namespaces.map(({ namespaceKey }) => namespaceKey)).toEqual(['default', 'shop']);
    expect(published('shop')).toBe(1);
  });

  it('fails with what a person needs to know', async () => {
    shared.server.deleteBucket(TEST_BUCKET);
    await expect(publishOnce(settings(), to, await portsOfAnother())).rejects.toThrow(/bucket/);
  });
});

it('exporting until a signal ends with it', async () => {
  const ending = new AbortController();
  const done = publishUntil(ending.signal, settings(), to, await portsOfAnother());
  await untilPublished('default');
  ending.abort();
  await done;
  shared.proxy.forget();
  await database.set('shop', ['cart']);
  expect(published('shop')).toBeUndefined();
});
