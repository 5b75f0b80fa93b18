import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { redisUrl } from './describe-with-servers';

/** A prefix for the keys of a test's own in the Redis that tests share; they are deleted after the last test. */
export function usePrefix(): string {
  const prefix = `pennon-test-${randomUUID()}`;
  afterAll(async () => {
    const redis = new Redis(redisUrl);
    for await (const keys of redis.scanStream({ match: `${prefix}*` })) {
      if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
    }
    redis.disconnect();
  });
  return prefix;
}
