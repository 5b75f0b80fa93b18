import { NotServingError } from '@pennon/domain';

/** What a reader waits for that cannot serve yet. */
export class WaitingReason {
  /** For people; without secrets. */
  text = '';

  /** The answer to every call meanwhile. */
  refusal(): NotServingError {
    return new NotServingError({ reason: this.text });
  }
}
