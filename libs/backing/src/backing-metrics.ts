import { type Provider } from '@nestjs/common';
import { cacheSeries, redisSeries } from '@pennon/cache';
import { type Config } from '@pennon/config';
import { Metrics, type Series } from '@pennon/observability';
import { databaseSeries } from '@pennon/storage';
import { type Backing } from './backing';

/** What there is to tell of a database and a cache. Nobody asks for it: it is made so that the metrics have it. */
const BACKING_SERIES = Symbol('backing series');

/** @param backing Undefined for what lives from documents. */
export function backingMetrics(
  { cache }: Pick<Config, 'cache'>,
  backing?: Backing,
): Extract<Provider, { provide: unknown }> {
  return {
    provide: BACKING_SERIES,
    useFactory: (metrics?: Metrics): readonly Series[] => {
      const ofDatabase = backing === undefined ? [] : databaseSeries(backing.database);
      const redis = backing?.redis;
      const ofRedis = redis === undefined ? [] : [redisSeries(redis)];
      const series = [...ofDatabase, ...cacheSeries(cache, redis?.reads), ...ofRedis];
      metrics?.add(...series);
      if (redis !== undefined) metrics?.dependencies.add('redis', () => redis.isUp);
      return series;
    },
    inject: [{ token: Metrics, optional: true }],
  };
}
