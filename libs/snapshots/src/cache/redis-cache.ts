import { createCache, KeyvAdapter, type CacheManagerStore } from 'cache-manager';
import { redisInsStore } from 'cache-manager-ioredis-yet';
import { Keyv } from 'keyv';
import { type Redis } from 'ioredis';
import { Cache } from './cache';
import { type RedisCommands } from './redis-commands';

/**
 * Texts in Redis, under keys that begin with the prefix of the deployment.
 *
 * Values are JSON of JSON, because the packages in between wrap them twice. `clear()` is left alone on purpose: it
 * empties the whole database of Redis, whoever else uses it.
 */
export class RedisCache extends Cache {
  private readonly manager;

  constructor(commands: RedisCommands, prefix: string) {
    super();
    // The store types its client as all of Redis and sends it these three commands; its own type is no longer whole.
    const store = redisInsStore(commands as unknown as Redis) as unknown as CacheManagerStore;
    const keyv = new Keyv({ store: new KeyvAdapter(store), namespace: prefix });
    this.manager = createCache({ stores: [keyv] });
  }

  async get(key: string): Promise<string | undefined> {
    const text: unknown = await this.manager.get(key);
    return typeof text === 'string' ? text : undefined;
  }

  async set(key: string, text: string, ttl: number): Promise<void> {
    await this.manager.set(key, text, ttl);
  }

  async delete(key: string): Promise<void> {
    await this.manager.del(key);
  }
}
