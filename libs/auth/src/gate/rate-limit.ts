import { Logger } from '@nestjs/common';
import { IPv6, isValid, parse } from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { ResourceExhaustedError, UnauthenticatedError } from '@pennon/domain';

/** Most of them that are kept count of; the least recent are forgotten. */
const MAX_COUNTED = 10_000;

/** Counts what each of many does within a span of time, which begins with the first that one does. */
export class RecentCounts {
  private readonly counts: LRUCache<string, number>;

  /** @param span In milliseconds. */
  constructor(span: number) {
    this.counts = new LRUCache({ max: MAX_COUNTED, ttl: span, noUpdateTTL: true });
  }

  /** Counts one more, and returns how many there are. */
  add(who: string): number {
    const count = (this.counts.get(who) ?? 0) + 1;
    this.counts.set(who, count);
    return count;
  }

  /** How long it is until those that were counted are forgotten, in milliseconds; 0 for none. */
  timeLeft(who: string): number {
    return this.counts.getRemainingTTL(who);
  }
}

/** Groups of 16 bits that name a network of IPv6: whoever has one has every address in it. */
const NETWORK_GROUPS = 4;

/**
 * What one client can be told from another by: its IPv4 address, or the /64 of its IPv6 address, within which it may
 * choose any address for every call. What is no address stands for itself.
 */
export function clientNetworkOf(address: string): string {
  if (!isValid(address)) return address;
  const parsed = parse(address);
  if (!(parsed instanceof IPv6)) return parsed.toString();
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.map((part, index) => (index < NETWORK_GROUPS ? part : 0));
  return `${new IPv6(network).toString()}/64`;
}

const MINUTE_MS = 60_000;

/** What whoever is over a limit gets; the log has heard of it already. */
class TooManyError extends ResourceExhaustedError {
  override readonly isRoutine = true;

  constructor(
    message: string,
    override readonly retryAfterS: number,
  ) {
    super(message);
  }
}

/** Counts what one address does within a minute, up to a limit; all of an IPv6 network count as one. */
class AddressLimit {
  private readonly logger = new Logger('auth');
  private readonly counts = new RecentCounts(MINUTE_MS);

  /**
   * @param what What there are too many of, in the words of the log and of the answer.
   * @param perMinute How often one address may do it within a minute; 0 is unlimited.
   */
  constructor(
    private readonly what: string,
    private readonly perMinute: number,
  ) {}

  /** Counts one more, and returns the error to answer if it is one too many. */
  count(address: string): ResourceExhaustedError | undefined {
    if (this.perMinute === 0) return undefined;
    const network = clientNetworkOf(address);
    const count = this.counts.add(network);
    if (count <= this.perMinute) return undefined;
    // Once a minute: nobody is to fill the log.
    if (count === this.perMinute + 1) this.logger.warn({ address }, `too many ${this.what}`);
    const leftS = Math.ceil(this.counts.timeLeft(network) / 1000);
    return new TooManyError(`too many ${this.what} from this address`, Math.max(leftS, 1));
  }
}

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

/**
 * Bounds how often one address may take a step of the login of a person within a minute: each costs us a request to
 * somebody else, and nobody has proved anything yet.
 */
export class LoginLimit {
  private readonly limit: AddressLimit;

  /** @param perMinute Steps of one address within a minute; 0 is unlimited. */
  constructor(perMinute: number) {
    this.limit = new AddressLimit('logins', perMinute);
  }

  /**
   * Counts a step.
   *
   * @throws ResourceExhaustedError if it is one too many.
   */
  assertAllowed(address: string): void {
    const error = this.limit.count(address);
    if (error !== undefined) throw error;
  }
}
