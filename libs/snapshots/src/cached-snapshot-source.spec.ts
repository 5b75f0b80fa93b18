import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type Redis } from 'ioredis';
import { openSharedRedis, type SharedRedis } from './cache/shared-redis';
import { loadConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import {
  NamespacesRefusedError,
  SNAPSHOT_FORMAT_VERSION,
  type FlagDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { ControlledSnapshotSource, itIsASnapshotSource } from '@pennon/testing';
import { describeWithPrograms } from '../../../test/support/describe-with-programs';
import { eventually } from '../../../test/support/eventually';
import { PrivateRedis } from '../../../test/support/private-redis';
import { CachedSnapshotSource } from './cached-snapshot-source';

const NET_TIMEOUT = 500;
/** Without the timeout nothing would come at all; the rest is for a busy machine. */
const LONGEST = NET_TIMEOUT + 10_000;

let server: PrivateRedis;
let outside: Redis;
let prefix: string;
let shared: SharedRedis;
let source: ControlledSnapshotSource;

describeWithPrograms(['redis-server'], 'with a Redis of its own', () => {
  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await PrivateRedis.start();
  });

  afterAll(async () => {
    await server.kill();
  });

  beforeEach(async () => {
    prefix = `test-${randomUUID()}`;
    outside = server.client();
    const env = {
      PENNON_CACHE_REDIS_URL: `redis://127.0.0.1:${server.port}`,
      PENNON_CACHE_REDIS_NET_TIMEOUT: `${NET_TIMEOUT}ms`,
      PENNON_CACHE_REDIS_PREFIX: prefix,
    };
    shared = await openSharedRedis(loadConfig({ env, root: '/nonexistent' }).config.cache);
    await eventually(async () => {
      await shared.cache.set('ready', 'yes', 1000);
      expect(await shared.cache.get('ready')).toBe('yes');
    });
    source = new ControlledSnapshotSource();
  });

  afterEach(async () => {
    shared.close();
    outside.disconnect();
    await server.restart();
  });

  /** An instance on the database of that key. */
  function cached(
    key = 'the key of this database',
    behind: ControlledSnapshotSource = source,
  ): CachedSnapshotSource {
    return new CachedSnapshotSource(behind, shared.cache, {
      ttl: 60_000,
      readKey: () => Promise.resolve(key),
    });
  }

  /** Loads the namespace and waits until others can find it. */
  async function loadAndKeep(instance = cached()): Promise<SnapshotDocument> {
    const document = await instance.load('shop');
    if (document === undefined) throw new Error('there is nothing to load');
    await eventually(async () => {
      expect(await outside.exists(`${prefix}:document-v2:shop:${document.revision}:`)).toBe(1);
    });
    source.begun.load = 0;
    return document;
  }

  function flag(index: number): FlagDocument {
    return {
      key: `flag-${index}`,
      name: `Flag ${index} “ü”`,
      description: 'd'.repeat(200),
      type: 'boolean',
      isEnabled: true,
      createdAt: 1,
      updatedAt: 1,
      variants: [],
      rollouts: [{ id: `rollout-${index}`, rank: 1, step: { type: 'threshold', percent: 50, value: true } }],
    };
  }

  function documentOf(flags: number, revision = 1): SnapshotDocument {
    return {
      formatVersion: SNAPSHOT_FORMAT_VERSION,
      namespaceKey: 'shop',
      revision,
      segments: [],
      flags: Array.from({ length: flags }, (_, index) => flag(index)),
    };
  }

  /** Has the source hold this document. */
  function hold(document: SnapshotDocument): void {
    source.put('shop', document.revision);
    const real = ControlledSnapshotSource.prototype.load.bind(source);
    jest
      .spyOn(source, 'load')
      .mockImplementation(async (key) => ((await real(key)) && document) ?? undefined);
  }

  describe('a source with a cache in front of it', () => {
    it('tells how old its answers are, and what is refused', () => {
      const instance = cached();
      expect([instance.lagMs(), instance.refusal()]).toEqual([undefined, undefined]);
      source.lag = 7;
      source.refused = new NamespacesRefusedError('broken', () => true);
      expect([instance.lagMs(), instance.refusal()]).toEqual([7, source.refused]);
    });

    itIsASnapshotSource(() => {
      const behind = new ControlledSnapshotSource();
      const revisions = new Map<string, number>();
      const raise = (key: string): Promise<void> => {
        const revision = (revisions.get(key) ?? 0) + 1;
        revisions.set(key, revision);
        behind.put(key, revision);
        return Promise.resolve();
      };
      const remove = (key: string): Promise<void> => {
        behind.remove(key);
        return Promise.resolve();
      };
      return Promise.resolve({ source: cached('key', behind), create: raise, touch: raise, remove });
    });

    it('finds what another instance has loaded, and does not read it again', async () => {
      hold(documentOf(10));
      const loaded = await loadAndKeep();
      expect(await cached().load('shop')).toEqual(loaded);
      expect(source.begun.load).toBe(0);
    });

    it('asks the source for what is of another revision', async () => {
      source.put('shop', 1);
      await loadAndKeep();
      source.put('shop', 2);
      expect((await cached().load('shop'))?.revision).toBe(2);
      expect(source.begun.load).toBe(1);
    });

    it('lies beside what a version with another format keeps: neither serves or replaces the other’s', async () => {
      hold(documentOf(10));
      await loadAndKeep();
      const own = await outside.keys(`${prefix}:document-*`);
      const others = own.map((key) => key.replace('document-v2:', 'document-v3:'));
      for (const [index, key] of own.entries()) await outside.rename(key, others[index] ?? '');
      const texts = await outside.mget(others);
      await loadAndKeep();
      expect((await outside.keys(`${prefix}:document-*`)).toSorted()).toEqual([...own, ...others].toSorted());
      await cached().load('shop');
      expect(source.begun.load).toBe(0);
      expect(await outside.mget(others)).toEqual(texts);
    });

    it('knows nothing of a namespace that is gone, though it was kept', async () => {
      source.put('shop', 1);
      await loadAndKeep();
      source.remove('shop');
      expect(await cached().load('shop')).toBeUndefined();
    });

    it('does not take what an instance on another database has put there', async () => {
      source.put('shop', 1);
      await loadAndKeep(cached('the key of another database'));
      await cached().load('shop');
      expect(source.begun.load).toBe(1);
    });

    it('leaves updates to the source', async () => {
      source.put('shop', 1);
      const held = await loadAndKeep();
      source.put('shop', 2);
      expect((await cached().update(held))?.revision).toBe(2);
      expect(source.begun.update).toBe(1);
    });

    it('cannot be read when the source cannot', async () => {
      source.put('shop', 1);
      await loadAndKeep();
      source.failWith(new UnavailableError('away'));
      await expect(cached().load('shop')).rejects.toThrow('away');
    });
  });

  describe('what somebody else has done to the cache', () => {
    const head = (): string => `${prefix}:document-v2:shop:1:`;
    const stored = (value: string): string => JSON.stringify(JSON.stringify({ value }));

    beforeEach(async () => {
      hold(documentOf(3000));
      await loadAndKeep();
      expect(await outside.exists(`${head()}:1`)).toBe(1);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['flushed', async () => outside.flushall()],
      ['a head that is garbage', async () => outside.set(head(), 'garbage')],
      ['a head that is no head', async () => outside.set(head(), stored('{"parts":1e9,"seal":"x"}'))],
      ['a head that is null', async () => outside.set(head(), stored('null'))],
      ['a head with another seal', async () => outside.set(head(), stored('{"parts":2,"seal":"x"}'))],
      ['a part that is gone', async () => outside.del(`${head()}:1`)],
      ['a part that is garbage', async () => outside.set(`${head()}:1`, stored('garbage'))],
      ['a part twice', async () => outside.copy(`${head()}:0`, `${head()}:1`, 'REPLACE')],
      [
        'a value that was changed into another good one',
        async () => {
          const part = (await outside.get(`${head()}:0`)) ?? '';
          const changed = part.replaceAll(/(?<=percent\W+)50/g, '99');
          expect(changed).not.toBe(part);
          await outside.set(`${head()}:0`, changed);
        },
      ],
    ])('is not taken for a document: %s', async (_, act) => {
      await act();
      expect(await cached().load('shop')).toEqual(documentOf(3000));
      expect(source.begun.load).toBe(1);
    });

    it('is not taken for a later revision: a document that was copied there', async () => {
      for (const suffix of ['', ':0', ':1'])
        await outside.copy(`${head()}${suffix}`, `${prefix}:document-v2:shop:2:${suffix}`);
      hold(documentOf(1, 2));
      expect(await cached().load('shop')).toEqual(documentOf(1, 2));
    });

    it('does not last: the next instance finds the document again', async () => {
      await outside.set(head(), 'garbage');
      await cached().load('shop');
      await eventually(async () => {
        expect(await outside.get(head())).not.toBe('garbage');
      });
      source.begun.load = 0;
      expect(await cached().load('shop')).toEqual(documentOf(3000));
      expect(source.begun.load).toBe(0);
    });

    it.each<[string, () => Promise<void>]>([
      [
        'hangs',
        () => {
          server.hang();
          return Promise.resolve();
        },
      ],
      ['is killed', async () => server.kill()],
    ])('costs no more than a timeout when Redis %s', async (_, act) => {
      await act();
      const began = performance.now();
      expect(await cached().load('shop')).toEqual(documentOf(3000));
      expect(performance.now() - began).toBeLessThan(LONGEST);
      server.goOn();
    });
  });

  it('a document of 10,000 flags is kept and found', async () => {
    const document = documentOf(10_000);
    hold(document);
    await loadAndKeep();
    expect(await cached().load('shop')).toEqual(document);
    expect(source.begun.load).toBe(0);
  });
});
