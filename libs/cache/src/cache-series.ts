import { type CacheConfig } from '@pennon/config';
import { type Series } from '@pennon/observability';

/** What became of the reads of a cache. */
export interface CacheReads {
  readonly hits: number;
  readonly misses: number;
  /** Reads that failed, took too long, or were not tried because others had failed. */
  readonly errors: number;
}

/** What there is to tell of the cache; without Redis nothing is read of one. */
export function cacheSeries(
  { backend }: Pick<CacheConfig, 'backend'>,
  reads?: CacheReads,
): readonly Series[] {
  const counter = (name: string, help: string, value: (from: CacheReads) => number): Series => ({
    name,
    help,
    type: 'counter',
    collect: () => [{ labels: { cache: backend }, value: reads === undefined ? 0 : value(reads) }],
  });
  return [
    counter('flipt_cache_hit_total', 'Reads of the cache that found something.', ({ hits }) => hits),
    counter('flipt_cache_miss_total', 'Reads of the cache that found nothing.', ({ misses }) => misses),
    counter('flipt_cache_error_total', 'Reads of the cache that failed.', ({ errors }) => errors),
  ];
}
