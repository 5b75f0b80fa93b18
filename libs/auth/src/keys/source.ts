import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { InvalidTokenError, UnknownKeyError } from './claims';
import { UpstreamError } from './upstream';

/** Where a value comes from that is needed to verify tokens, and that may change at any time. */
export interface Source<T> {
  /**
   * Runs `attempt` with the value at hand, and once more with a newer one, if there is one, should it find that the
   * token is not valid.
   *
   * @throws InvalidTokenError if it finds so of the newest value there is.
   * @throws UpstreamError if there is no value, or the newest one cannot be had.
   */
  use<R>(attempt: (value: T) => Promise<R>): Promise<R>;
}

/** A value that stays the same. */
export function fixed<T>(value: T): Source<T> {
  return { use: async (attempt) => attempt(value) };
}

/** From this age on a value is fetched again before it is used: a key that was withdrawn must go. Milliseconds. */
const MAX_AGE_MS = 600_000;

/** Least time between two fetches, so that bad tokens cannot make us pester an issuer. Milliseconds. */
const MIN_INTERVAL_MS = 5000;

/** What to fetch. */
export interface Fetching<T> {
  /** What is fetched, for the log. */
  readonly name: string;
  /** @throws UpstreamError if it cannot be had. */
  readonly fetch: () => Promise<T>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * A value that somebody else has, such as the keys of an issuer. It is fetched when it is first needed, kept, and
 * fetched again when it has grown old or a token is not valid by it. All who wait share one fetch. When it cannot be
 * had, the one at hand goes on to count.
 *
 * A key that a token names and that is not there is a good reason to fetch at once, so one fetch more is allowed for it
 * within the least time between two: an issuer may replace its keys twice in a row.
 */
export class Fetched<T> implements Source<T> {
  private readonly logger = new Logger('auth');
  private readonly now: () => number;
  private kept: { readonly value: T; readonly fetchedAt: number } | undefined;
  private flight: Promise<T> | undefined;
  private attemptedAt = -Infinity;
  /** Whether a token with an unknown key may still have the value fetched again before the interval is over. */
  private hasSpareFetch = true;
  /** Why the last fetch failed; undefined when it did not. */
  private failure: UpstreamError | undefined;

  constructor(private readonly fetching: Fetching<T>) {
    this.now = fetching.now ?? (() => performance.now());
  }

  async use<R>(attempt: (value: T) => Promise<R>): Promise<R> {
    const value = await this.current();
    try {
      return await attempt(value);
    } catch (error) {
      if (!(error instanceof InvalidTokenError)) throw error;
      const isNew = error instanceof UnknownKeyError;
      const newest = this.kept?.value === value ? await this.refetch(isNew) : await this.current();
      if (newest === value) throw error;
      return attempt(newest);
    }
  }

  /** Fetches the value ahead of its first use; what keeps it from that is only logged. */
  async prepare(): Promise<void> {
    await this.current().catch(() => undefined);
  }

  private async current(): Promise<T> {
    const { kept } = this;
    if (kept === undefined) return this.refetch();
    if (this.now() - kept.fetchedAt < MAX_AGE_MS) return kept.value;
    return this.refetch().catch(() => kept.value);
  }

  /**
   * The newest value, fetched now unless that was just tried.
   *
   * @param isUrgent Whether the spare fetch may be used.
   */
  private async refetch(isUrgent = false): Promise<T> {
    if (this.flight !== undefined) return this.flight;
    if (this.now() - this.attemptedAt < MIN_INTERVAL_MS) {
      if (this.failure !== undefined) throw this.failure;
      const isSpared = !isUrgent || !this.hasSpareFetch;
      if (isSpared && this.kept !== undefined) return this.kept.value;
      this.hasSpareFetch = false;
    } else {
      this.attemptedAt = this.now();
      this.hasSpareFetch = true;
    }
    this.flight = this.fetch().finally(() => {
      this.flight = undefined;
    });
    return this.flight;
  }

  private async fetch(): Promise<T> {
    const fetchedAt = this.now();
    try {
      const value = await this.fetching.fetch();
      this.kept = { value, fetchedAt };
      this.failure = undefined;
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.failure = error;
      this.logger.warn({ reason: error.message }, `${this.fetching.name} cannot be fetched`);
      throw error;
    }
  }
}
