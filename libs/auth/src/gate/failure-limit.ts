import { UnauthenticatedError } from '@pennon/domain';
import { AddressLimit } from './address-limit';

/**
 * Notices an address that fails too often within a minute, and answers it 429 from then on. Good credentials go on to
 * work, because many may share an address. So the limit does not stop guesses: tokens of ours are too long for them,
 * and the start warns of a chosen one that is not.
 */
export class FailureLimit {
  private readonly limit: AddressLimit;

  /** @param perMinute Failures of one address within a minute; 0 is unlimited. */
  constructor(perMinute: number) {
    this.limit = new AddressLimit('failed attempts', perMinute);
  }

  /** Counts an error, if it is a failure to prove oneself, and returns the error to answer. */
  count(address: string, error: unknown): unknown {
    return error instanceof UnauthenticatedError ? (this.limit.count(address) ?? error) : error;
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
