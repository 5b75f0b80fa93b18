import { UnavailableError } from '@pennon/domain';

/** The worker that answers this has ended, and is being replaced. What was asked may have been done all the same. */
export class LeaderAwayError extends UnavailableError {
  constructor(options?: ErrorOptions) {
    super('the process that answers this is being replaced; try again later', options);
  }
}
