import { Logger } from '@nestjs/common';
import { ResourceExhaustedError, UnauthenticatedError } from '@pennon/domain';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;

/** Most addresses that are kept count of; the least recent are forgotten. */
const MAX_ADDRESSES = 10_000;

/** What whoever has failed too often gets; the log has heard of it already. */
class TooManyFailuresError extends ResourceExhaustedError {
  override readonly isRoutine = true;

  constructor() {
    super('too many failed attempts from this address');
  }
}

/**
 * Notices an address that fails too often within a minute, and answers it 429 from then on. Good credentials go on to
 * work, because many may share an address, and a token is too long to be guessed at any speed.
 * Source: contract/authentication.md 13.2, 21.
 */
export class FailureLimit {
  private readonly logger = new Logger('auth');
  private readonly failures = new LRUCache<string, number>({
    max: MAX_ADDRESSES,
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });

  /** @param perMinute Failures of one address within a minute; 0 is unlimited. */
  constructor(private readonly perMinute: number) {}

  /** Counts an error, if it is a failure to prove oneself, and returns the error to answer. */
  count(address: string, error: unknown): unknown {
    if (!(error instanceof UnauthenticatedError)) return error;
    const failures = (this.failures.get(address) ?? 0) + 1;
    this.failures.set(address, failures);
    if (this.perMinute === 0 || failures <= this.perMinute) return error;
    // Once a minute: a guesser must not fill the log.
    if (failures === this.perMinute + 1) this.logger.warn({ address }, 'too many failed attempts');
    return new TooManyFailuresError();
  }

  /** The same for what is not decided yet. */
  async watch<T>(address: string, attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      throw this.count(address, error);
    }
  }
}
