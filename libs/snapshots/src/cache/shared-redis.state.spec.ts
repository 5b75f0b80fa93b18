import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { loadConfig } from '@pennon/config';
import { describeWithPrograms } from '../../../../test/support/describe-with-programs';
import { eventually } from '../../../../test/support/eventually';
import { PrivateRedis } from '../../../../test/support/private-redis';
import { redisSeries, openSharedRedis, type SharedRedis } from './shared-redis';

describeWithPrograms(['redis-server'], 'a Redis that nothing is asked of', () => {
  let server: PrivateRedis;
  let shared: SharedRedis;
  let warnings: string[];
  /** Ends what a test has opened, also if the test fails: a client that is left behind goes on to connect. */
  let ends: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    server = await PrivateRedis.start();
  });

  beforeEach(async () => {
    warnings = [];
    const warn = (_: unknown, message: unknown): void => void warnings.push(String(message));
    const ignore = (): void => undefined;
    Logger.overrideLogger({ log: ignore, error: ignore, debug: ignore, warn });
    shared = await open();
  });

  afterEach(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
    server.goOn();
    await server.restart();
  });

  afterAll(async () => {
    await server.kill();
  });

  async function open(): Promise<SharedRedis> {
    const env = {
      PENNON_CACHE_REDIS_HOST: '127.0.0.1',
      PENNON_CACHE_REDIS_PORT: `${server.port}`,
      PENNON_CACHE_REDIS_NET_TIMEOUT: '600ms',
      PENNON_CACHE_REDIS_PREFIX: `test-${randomUUID()}`,
    };
    const opened = await openSharedRedis(loadConfig({ env, root: '/nonexistent' }).config.cache, 50);
    ends.push(() => {
      opened.close();
    });
    return opened;
  }

  async function eventuallyUp(isUp: boolean): Promise<void> {
    await eventually(() => {
      expect(shared.isUp).toBe(isUp);
      return Promise.resolve();
    });
  }

  function failures(operation: string): number | undefined {
    return [...redisSeries(shared).collect()].find(({ labels }) => labels.operation === operation)?.value;
  }

  it('is known to be away when it is killed, and back when it is', async () => {
    expect(shared.isUp).toBe(true);
    await server.kill();
    await eventuallyUp(false);
    expect(warnings).toEqual(['Redis fails and is left alone']);
    await server.restart();
    await eventuallyUp(true);
  });

  it('is known to be away when it hangs, and back when it goes on', async () => {
    server.hang();
    await eventuallyUp(false);
    server.goOn();
    await eventuallyUp(true);
  });

  it('is known to be away from the start', async () => {
    await server.kill();
    const late = await open();
    expect(late.isUp).toBe(false);
  });

  it('is known to tell of no changes, when others can be reached and the channel cannot', async () => {
    ends.push(await shared.changeFeed.subscribe(() => undefined));
    const outside = server.client();
    ends.push(() => {
      outside.disconnect();
    });
    await outside.acl('SETUSER', 'default', '-subscribe');
    await outside.client('KILL', 'TYPE', 'pubsub');
    await eventuallyUp(false);
    await eventually(() => {
      expect(failures('subscribe')).toBeGreaterThan(1);
      return Promise.resolve();
    });
    expect(warnings).toEqual([
      'changes cannot be heard through Redis; what others change is found by polling',
    ]);
    await outside.acl('SETUSER', 'default', '+subscribe');
    await eventuallyUp(true);
  });

  it('has what it did not carry out counted', async () => {
    expect([failures('read'), failures('write'), failures('publish')]).toEqual([0, 0, 0]);
    await server.kill();
    await shared.cache.get('key');
    await shared.cache.set('key', '{}', 1000);
    shared.changeSink.publish({ kind: 'tokens' });
    await eventually(() => {
      expect([failures('read'), failures('write'), failures('publish')]).toEqual([1, 1, 1]);
      return Promise.resolve();
    });
  });
});
