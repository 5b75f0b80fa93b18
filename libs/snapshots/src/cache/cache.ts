import type { CacheConfig } from '@pennon/config';
import type { Series } from '@pennon/platform';

/**
 * Keeps texts for others that may be lost at any time: on whatever trouble there is with it, it knows nothing.
 *
 * No method rejects, and each resolves within a bounded time. What comes out may have been put there by anybody who
 * can write to the store behind it: whoever reads it checks it.
 */
export abstract class Cache {
  /** The text of a key, or undefined. */
  abstract get(key: string): Promise<string | undefined>;

  /** Keeps a text, for `ttl` milliseconds at most. */
  abstract set(key: string, text: string, ttl: number): Promise<void>;

  /** Drops the text of a key. */
  abstract delete(key: string): Promise<void>;
}

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
