export { Cache } from './cache';
export { cacheSeries, type CacheReads } from './cache-series';
export { redisSeries } from './redis/redis-series';
export { openSharedRedis, type SharedRedis } from './redis/shared-redis';
