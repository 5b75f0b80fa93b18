import { type CacheConfig } from '@pennon/config';
import { type ChangeFeed, type ChangeSink } from '@pennon/domain';
import { type Cache } from '../cache';
import { type CacheReads } from '../cache-series';
import { CircuitBreaker } from '../circuit-breaker';
import { connectRedis, readyWithin } from './connect-redis';
import { RedisCache } from './redis-cache';
import { RedisChangeFeed } from './redis-change-feed';
import { RedisChangeSink } from './redis-change-sink';
import { RedisCommands } from './redis-commands';

/** The Redis that instances share, and what it does for them. */
export interface SharedRedis {
  readonly cache: Cache;
  /** What became of the reads of the cache so far. */
  readonly reads: CacheReads;
  /** Changes that other instances, and this one, tell of through Redis. */
  readonly changeFeed: ChangeFeed;
  readonly changeSink: ChangeSink;
  /** Closes the connection of the cache and the sink; subscriptions are ended by who made them. */
  close(): void;
}

/** Connects to Redis, waiting for it no longer than its timeout: without it everything works, slower. */
export async function openSharedRedis({ redis: config }: Pick<CacheConfig, 'redis'>): Promise<SharedRedis> {
  const client = connectRedis(config);
  await readyWithin(client, config.netTimeout);
  const commands = new RedisCommands(client, new CircuitBreaker('Redis'), config.netTimeout);
  return {
    cache: new RedisCache(commands, config.prefix),
    reads: commands.reads,
    changeFeed: new RedisChangeFeed(config),
    changeSink: new RedisChangeSink(commands, config),
    close() {
      client.disconnect();
    },
  };
}
