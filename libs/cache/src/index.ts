export { Cache } from './cache';
export { openSharedRedis, type SharedRedis } from './redis/shared-redis';
