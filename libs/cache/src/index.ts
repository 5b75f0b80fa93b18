export { Cache, cacheSeries, type CacheReads } from './cache';
export { redisSeries, openSharedRedis, type SharedRedis } from './shared-redis';
