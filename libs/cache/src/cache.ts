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
