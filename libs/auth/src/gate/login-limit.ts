import { Logger } from '@nestjs/common';
import { ResourceExhaustedError } from '@pennon/domain';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;

/** Most addresses that are kept count of; the least recent are forgotten. */
const MAX_ADDRESSES = 10_000;

/** What whoever tries too often gets; the log has heard of it already. */
class TooManyLoginsError extends ResourceExhaustedError {
  override readonly isRoutine = true;

  constructor() {
    super('too many logins from this address');
  }
}

/**
 * Bounds how often one address may take a step of a login within a minute: each costs us a request to somebody else,
 * or a check of a signature, and nobody has proved anything yet. Source: contract/authentication.md 13.2, 21.
 */
export class LoginLimit {
  private readonly logger = new Logger('auth');
  private readonly steps = new LRUCache<string, number>({
    max: MAX_ADDRESSES,
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });

  /** @param perMinute Steps of one address within a minute; 0 is unlimited. */
  constructor(private readonly perMinute: number) {}

  /**
   * Counts a step.
   *
   * @throws ResourceExhaustedError if it is one too many.
   */
  assertAllowed(address: string): void {
    if (this.perMinute === 0) return;
    const steps = (this.steps.get(address) ?? 0) + 1;
    this.steps.set(address, steps);
    if (steps <= this.perMinute) return;
    // Once a minute: nobody is to fill the log.
    if (steps === this.perMinute + 1) this.logger.warn({ address }, 'too many logins');
    throw new TooManyLoginsError();
  }
}
