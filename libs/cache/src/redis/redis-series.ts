import { type Series } from '@pennon/observability';
import { type SharedRedis } from './shared-redis';

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
