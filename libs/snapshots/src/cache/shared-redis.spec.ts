import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Redis } from 'ioredis';
import { loadConfig, type CacheConfig } from '@pennon/config';
import { type Change, type ChangeListener, type Unsubscribe } from '@pennon/domain';
import { describeWithPrograms } from '../../../../test/support/describe-with-programs';
import { eventually } from '../../../../test/support/eventually';
import { freePort } from '../../../../test/support/free-port';
import { PrivateRedis } from '../../../../test/support/private-redis';
import { MAX_VALUE_BYTES } from './redis-commands';
import { openSharedRedis, type SharedRedis } from './shared-redis';

/** Where Redis hangs: that is what is waited for. */
const NET_TIMEOUT = 600;
/** Where it answers, which may take long on a busy machine. */
const PATIENT_TIMEOUT = 10_000;
/** An answer takes no longer than the timeout, and what a busy machine adds to it; a hang would take for ever. */
const LONGEST = NET_TIMEOUT + 10_000;
const TTL = 60_000;
/** Longer than any test: what these look at is not to be moved by pings. */
const NEVER = 600_000;

let server: PrivateRedis;
let outside: Redis;
let prefix: string;
let shared: SharedRedis;
let netTimeout = PATIENT_TIMEOUT;
/** Ends what a test has opened, also if the test fails: a client that is left behind goes on to connect. */
let ends: (() => Promise<void> | void)[] = [];

function configFor(env: NodeJS.ProcessEnv = {}): CacheConfig {
  const own = {
    PENNON_CACHE_REDIS_PORT: `${server.port}`,
    PENNON_CACHE_REDIS_HOST: '127.0.0.1',
    PENNON_CACHE_REDIS_NET_TIMEOUT: `${netTimeout}ms`,
    PENNON_CACHE_REDIS_PREFIX: prefix,
  };
  return loadConfig({ env: { ...own, ...env }, root: '/nonexistent' }).config.cache;
}

async function open(env?: NodeJS.ProcessEnv, pingIntervalMs?: number): Promise<SharedRedis> {
  const opened = await openSharedRedis({ redis: configFor(env).redis }, pingIntervalMs);
  ends.push(() => {
    opened.close();
  });
  return opened;
}

async function subscribe(to: SharedRedis, listener: ChangeListener): Promise<Unsubscribe> {
  const end = await to.changeFeed.subscribe(listener);
  ends.push(end);
  return end;
}

/** What comes out, and how long it took, in milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}

describeWithPrograms(['redis-server'], 'with a Redis of its own', () => {
  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await PrivateRedis.start();
  });

  beforeEach(async () => {
    prefix = `test-${randomUUID()}`;
    outside = server.client();
    shared = await open({}, NEVER);
  });

  afterEach(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
    server.goOn();
    outside.disconnect();
    await server.restart();
  });

  afterAll(async () => {
    await server.kill();
  });

  it('counts what becomes of reads', async () => {
    await shared.cache.set('key', '{}', TTL);
    await shared.cache.get('key');
    await shared.cache.get('missing');
    expect(shared.reads).toEqual({ hits: 1, misses: 1, errors: 0 });
    await server.kill();
    await shared.cache.get('key');
    expect(shared.reads).toEqual({ hits: 1, misses: 1, errors: 1 });
  });

  describe('texts in Redis', () => {
    it.each([
      '{}',
      '{"a":1}',
      `{"ü":"${'😀"\\'.repeat(9)}"}`,
      '',
      'plain',
      ':base64:AAAA',
      '_function_x|1',
      '\ud800',
    ])('come out as they were put in: %j', async (text) => {
      await shared.cache.set('key', text, TTL);
      expect(await shared.cache.get('key')).toBe(text);
    });

    it('are gone when they are deleted, and when their time is over', async () => {
      await shared.cache.set('a', 'x', TTL);
      await shared.cache.delete('a');
      await shared.cache.set('b', 'x', 50);
      await delay(100);
      expect([await shared.cache.get('a'), await shared.cache.get('b')]).toEqual([undefined, undefined]);
      expect(await outside.keys('*')).toEqual([]);
    });

    it('are under the prefix, and not seen from under another', async () => {
      await shared.cache.set('a', 'x', TTL);
      expect(await outside.keys('*')).toEqual([`${prefix}:a`]);
      prefix = 'other';
      const other = await open();
      expect(await other.cache.get('a')).toBeUndefined();
    });

    it('that are larger than the bound are not written, and not read', async () => {
      await shared.cache.set('a', 'x'.repeat(MAX_VALUE_BYTES), TTL);
      expect(await outside.exists(`${prefix}:a`)).toBe(0);
      await outside.set(`${prefix}:b`, JSON.stringify(`{"value":"${'x'.repeat(MAX_VALUE_BYTES)}"}`));
      expect(await shared.cache.get('b')).toBeUndefined();
    });
  });

  /** Values that make functions, and have them run, when they are read by the packages in between without a guard. */
  const attacks = [
    '{"then":"_function_then|function(done){globalThis.hadCodeRun=true;done(1)}"}',
    '{"_constructor-name_":{"replace":"_function_x|() => { globalThis.hadCodeRun = true; return 1 }"}}',
    '1,"w":{"_constructor-name_":{"replace":"_function_x|() => { globalThis.hadCodeRun = true; return 1 }"}}',
  ];

  describe('what somebody else put into Redis', () => {
    it.each([
      ...attacks,
      '',
      'garbage',
      '{',
      'null',
      '"{"',
      '"{}"',
      '"{\\"value\\":{}}"',
      '"{\\"value\\":[\\"x\\"]}"',
      '"{\\"value\\":\\":base64:AAAA\\"}"',
      '"{\\"value\\":\\"x\\",\\"expires\\":1}"',
      '"_function_x|() => 1"',
      '"_regexp_|(a+)+$"',
      '{"value":"x"}',
      '\0\xff',
    ])('is as good as nothing: %j', async (value) => {
      await outside.set(`${prefix}:key`, value);
      expect(await shared.cache.get('key')).toBeUndefined();
      expect(globalThis).not.toHaveProperty('hadCodeRun');
    });

    it('may be no text at all, and does not keep Redis from being used', async () => {
      await outside.lpush(`${prefix}:list`, 'x');
      await shared.cache.set('key', 'good', TTL);
      expect(await shared.cache.get('list')).toBeUndefined();
      expect(await shared.cache.get('key')).toBe('good');
      await shared.cache.set('list', 'good', TTL);
      expect(await shared.cache.get('list')).toBe('good');
    });
  });

  describe('a Redis that fails', () => {
    beforeAll(() => {
      netTimeout = NET_TIMEOUT;
    });

    afterAll(() => {
      netTimeout = PATIENT_TIMEOUT;
    });

    beforeEach(async () => {
      await eventually(async () => {
        await shared.cache.set('key', 'good', TTL);
        expect(await shared.cache.get('key')).toBe('good');
      });
    });

    it('and hangs, costs one timeout, and then nothing; it is used again when it goes on', async () => {
      server.hang();
      const first = await timed(() => shared.cache.get('key'));
      expect(first.result).toBeUndefined();
      expect(first.took).toBeLessThan(LONGEST);
      const next = await timed(async () => {
        for (let call = 0; call < 100; call++) await shared.cache.get('key');
        await shared.cache.set('key', 'x', TTL);
      });
      // Had each of them waited for its timeout, it would have been a minute.
      expect(next.took).toBeLessThan(LONGEST);
      server.goOn();
      await eventually(async () => {
        expect(await shared.cache.get('key')).toBe('good');
      });
    });

    it('and is killed, costs nothing; it is used again when it is back, empty', async () => {
      await server.kill();
      const dead = await timed(() => shared.cache.get('key'));
      expect(dead.result).toBeUndefined();
      expect(dead.took).toBeLessThan(LONGEST);
      await server.restart();
      await eventually(async () => {
        await shared.cache.set('other', 'new', TTL);
        expect(await shared.cache.get('other')).toBe('new');
      });
      expect(await shared.cache.get('key')).toBeUndefined();
    });

    it('and is asked by many at once while it hangs, does not keep them', async () => {
      server.hang();
      const all = await timed(() => Promise.all(Array.from({ length: 500 }, () => shared.cache.get('key'))));
      expect(new Set(all.result)).toEqual(new Set([undefined]));
      expect(all.took).toBeLessThan(LONGEST);
    });

    it('is probed by one call alone', async () => {
      server.hang();
      await shared.cache.get('key');
      await delay(1200);
      let isProbing = true;
      const probe = timed(() => shared.cache.get('key')).finally(() => {
        isProbing = false;
      });
      await shared.cache.get('key');
      expect(isProbing).toBe(true);
      expect((await probe).took).toBeGreaterThan(NET_TIMEOUT - 50);
    });

    it('at the start, is waited for no longer than its timeout', async () => {
      server.hang();
      const late = await timed(() => open());
      expect(late.took).toBeLessThan(LONGEST);
      server.goOn();
      await eventually(async () => {
        expect(await late.result.cache.get('key')).toBe('good');
      });
    });

    it('is spoken of once when it fails and once when it is back, and no secret is in the log', async () => {
      const lines: string[] = [];
      const write = (...line: unknown[]): void => void lines.push(JSON.stringify(line));
      Logger.overrideLogger({ log: write, warn: write, error: write, debug: write });
      await outside.config('SET', 'requirepass', 'hunter2');
      const env = { PENNON_CACHE_REDIS_PASSWORD: 'hunter2' };
      const safe = await open(env);
      expect(await safe.cache.get('key')).toBe('good');
      const wrong = await open({ PENNON_CACHE_REDIS_PASSWORD: 'hunter3' });
      expect(await wrong.cache.get('key')).toBeUndefined();
      server.hang();
      for (let call = 0; call < 5; call++) await safe.cache.get('key');
      server.goOn();
      await eventually(async () => {
        expect(await safe.cache.get('key')).toBe('good');
      });
      Logger.overrideLogger(false);
      expect(lines.join()).not.toMatch(/hunter[23]/);
      expect(lines.filter((line) => line.includes('is left alone'))).toHaveLength(2);
      expect(lines.filter((line) => line.includes('is back'))).toHaveLength(1);
    });
  });

  describe('that cannot be used', () => {
    it.each([
      ['a wrong password', { PENNON_CACHE_REDIS_PASSWORD: 'wrong' }, 'WRONGPASS'],
      ['no password', {}, 'NOAUTH'],
      [
        'a wrong password of a cluster',
        { PENNON_CACHE_REDIS_MODE: 'cluster', PENNON_CACHE_REDIS_PASSWORD: 'wrong' },
        'WRONGPASS',
      ],
      [
        'a cluster that is none',
        { PENNON_CACHE_REDIS_MODE: 'cluster', PENNON_CACHE_REDIS_PASSWORD: 'hunter2' },
        'cluster support disabled',
      ],
      ['a port that nobody listens to', { PENNON_CACHE_REDIS_PORT: '1' }, 'ECONNREFUSED'],
      ['a host that there is none', { PENNON_CACHE_REDIS_HOST: 'redis.invalid' }, /ENOTFOUND|EAI_AGAIN/],
    ])('because of %s, is told with the cause, for what is cached and for changes', async (_, env, cause) => {
      const warnings: { readonly reason: string; readonly message: string }[] = [];
      const warn = ({ reason }: { reason: string }, message: string): void => {
        warnings.push({ reason, message });
      };
      Logger.overrideLogger({ log: () => undefined, error: () => undefined, debug: () => undefined, warn });
      await outside.config('SET', 'requirepass', 'hunter2');
      const unusable = await open({ PENNON_CACHE_REDIS_NET_TIMEOUT: '500ms', ...env });
      await subscribe(unusable, () => undefined);
      await unusable.cache.get('key');
      await eventually(() => {
        expect(warnings.map(({ message }) => message).sort()).toEqual([
          'Redis fails and is left alone',
          'changes cannot be heard through Redis; what others change is found by polling',
        ]);
        return Promise.resolve();
      });
      for (const { reason } of warnings) expect(reason).toMatch(cause);
      Logger.overrideLogger(false);
    });
  });

  describe('changes', () => {
    beforeAll(() => {
      netTimeout = NET_TIMEOUT;
    });

    afterAll(() => {
      netTimeout = PATIENT_TIMEOUT;
    });

    async function listen(): Promise<{ readonly heard: Change[]; readonly end: () => Promise<void> }> {
      const heard: Change[] = [];
      const end = await subscribe(shared, (change) => void heard.push(change));
      await eventually(() => {
        expect(heard).toEqual([{ kind: 'everything' }]);
        return Promise.resolve();
      });
      heard.length = 0;
      return { heard, end };
    }

    async function hears(heard: readonly Change[], expected: readonly Change[]): Promise<void> {
      await eventually(() => {
        expect(heard).toEqual(expected);
        return Promise.resolve();
      });
    }

    it('are heard by every listener of every instance, in order', async () => {
      const first = await listen();
      const other = await open();
      const second: Change[] = [];
      await subscribe(shared, (change) => void second.push(change));
      const changes: Change[] = [
        { kind: 'namespace', namespaceKey: 'shop' },
        { kind: 'tokens' },
        { kind: 'namespace', namespaceKey: 'default' },
      ];
      for (const change of changes) other.changeSink.publish(change);
      await hears(first.heard, changes);
      await hears(second, changes);
    });

    it('of another deployment are not heard, nor what is no change', async () => {
      const { heard } = await listen();
      await outside.publish('other:changes', 'tokens');
      for (const text of ['', 'namespace ', 'x'.repeat(100_000), '{}'])
        await outside.publish(`${prefix}:changes`, text);
      await outside.publish(`${prefix}:changes`, 'namespace shop');
      await hears(heard, [{ kind: 'namespace', namespaceKey: 'shop' }]);
    });

    it('are not heard after the end, and nothing stays connected', async () => {
      const { heard, end } = await listen();
      await end();
      await outside.publish(`${prefix}:changes`, 'tokens');
      await eventually(async () => {
        const clients = String(await outside.client('LIST'))
          .split('\n')
          .filter((line) => line.includes('pennon'));
        expect(clients).toHaveLength(1);
      });
      expect(heard).toEqual([]);
    });

    it('may have been missed while the connection was gone, which is told', async () => {
      const { heard } = await listen();
      await outside.client('KILL', 'TYPE', 'pubsub');
      await hears(heard, [{ kind: 'everything' }]);
      await server.restart();
      await hears(heard, [{ kind: 'everything' }, { kind: 'everything' }]);
      shared.changeSink.publish({ kind: 'tokens' });
    });

    it('are heard again after Redis has hung, which no connection tells of', async () => {
      const { heard } = await listen();
      server.hang();
      await delay(6500);
      server.goOn();
      await hears(heard, [{ kind: 'everything' }]);
      await outside.publish(`${prefix}:changes`, 'tokens');
      await hears(heard, [{ kind: 'everything' }, { kind: 'tokens' }]);
    });

    it('that cannot be told are dropped, and not waited for', async () => {
      await server.kill();
      const { took } = await timed(() => {
        for (let change = 0; change < 10_000; change++) shared.changeSink.publish({ kind: 'tokens' });
        return Promise.resolve();
      });
      // Had each of them waited for its timeout, it would have been half an hour.
      expect(took).toBeLessThan(10_000);
    });
  });

  describe('ways to reach Redis', () => {
    async function works(env: NodeJS.ProcessEnv): Promise<void> {
      const way = await open(env);
      await way.cache.set('way', 'good', TTL);
      expect(await way.cache.get('way')).toBe('good');
    }

    it('is a URL, with user, password and database', async () => {
      await outside.call('ACL', 'SETUSER', 'me', 'on', '>p@ss', '~*', '&*', '+@all');
      await works({ PENNON_CACHE_REDIS_URL: `redis://me:p%40ss@127.0.0.1:${server.port}/3` });
      await outside.select(3);
      expect(await outside.exists(`${prefix}:way`)).toBe(1);
    });

    it('is a cluster', async () => {
      const cluster = await PrivateRedis.start([
        ...['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1'],
        // Otherwise it is 10,000 above the other, which may be taken, and may be none.
        `cluster-port ${await freePort()}`,
      ]);
      ends.push(async () => cluster.kill());
      const client = cluster.client();
      ends.push(() => {
        client.disconnect();
      });
      await client.cluster('ADDSLOTSRANGE', 0, 16_383);
      await eventually(async () => {
        expect(await client.cluster('INFO')).toContain('cluster_state:ok');
      });
      await works({
        PENNON_CACHE_REDIS_MODE: 'cluster',
        PENNON_CACHE_REDIS_NODES: `127.0.0.1:${cluster.port}`,
      });
    });

    it('is a server that sentinels name', async () => {
      const watched = `sentinel monitor main 127.0.0.1 ${server.port} 1`;
      const sentinel = await PrivateRedis.start([watched], ['--sentinel']);
      ends.push(async () => sentinel.kill());
      await works({
        PENNON_CACHE_REDIS_MODE: 'sentinel',
        PENNON_CACHE_REDIS_SENTINEL_NAME: 'main',
        PENNON_CACHE_REDIS_NODES: `127.0.0.1:${sentinel.port}`,
      });
    });
  });
});
