import { Logger } from '@nestjs/common';
import { ResourceExhaustedError } from '@pennon/domain';
import { clientNetworkOf } from './client-network';
import { RecentCounts } from './recent-counts';

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
export class AddressLimit {
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
