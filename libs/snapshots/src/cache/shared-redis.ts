import type { CacheConfig } from '@pennon/config';
import type { ChangeFeed, ChangeSink } from '@pennon/domain';
import type { Series } from '@pennon/platform';
import type { Cache, CacheReads } from './cache';
import { connectRedis, PING_INTERVAL_MS, readyWithin } from './connect-redis';
import { RedisCache } from './redis-cache';
import { RedisChangeFeed, RedisChangeSink } from './redis-change-feed';
import { CircuitBreaker, RedisCommands, type RedisFailures } from './redis-commands';

/** The Redis that instances share, and what it does for them. */
export interface SharedRedis {
  readonly cache: Cache;
  /** What became of the reads of the cache so far. */
  readonly reads: CacheReads;
  /** What did not work so far. */
  readonly failures: RedisFailures;
  /** Whether it can be used: what is asked of it, and what it tells. */
  readonly isUp: boolean;
  /** Changes that other instances, and this one, tell of through Redis. */
  readonly changeFeed: ChangeFeed;
  readonly changeSink: ChangeSink;
  /** Closes the connection of the cache and the sink; subscriptions are ended by who made them. */
  close(): void;
}

/**
 * Connects to Redis, waiting for it no longer than its timeout: without it everything works, slower.
 *
 * @param pingIntervalMs How often it is found out whether Redis answers: an instance that runs may not ask for hours.
 */
export async function openSharedRedis(
  { redis: config }: Pick<CacheConfig, 'redis'>,
  pingIntervalMs = PING_INTERVAL_MS,
): Promise<SharedRedis> {
  const client = connectRedis(config);
  await readyWithin(client, config.netTimeout);
  const commands = new RedisCommands(client, new CircuitBreaker('Redis'), config.netTimeout);
  const changeFeed = new RedisChangeFeed(config);
  await commands.ping();
  const pings = setInterval(() => void commands.ping(), pingIntervalMs).unref();
  return {
    cache: new RedisCache(commands, config.prefix),
    reads: commands.reads,
    get failures() {
      const { write, publish } = commands.failures;
      return { read: commands.reads.errors, write, publish, subscribe: changeFeed.failures };
    },
    get isUp() {
      return commands.isUp && changeFeed.isUp;
    },
    changeFeed,
    changeSink: new RedisChangeSink(commands, config),
    close() {
      clearInterval(pings);
      client.disconnect();
    },
  };
}

/** What there is to tell of Redis. */
export function redisSeries(redis: Pick<SharedRedis, 'failures'>): Series {
  return {
    name: 'pennon_redis_failures_total',
    help: 'Reads, writes, publications and subscriptions that Redis did not carry out, or that were not tried since others had failed.',
    type: 'counter',
    collect: () =>
      Object.entries(redis.failures).map(([operation, value]) => ({ labels: { operation }, value })),
  };
}
