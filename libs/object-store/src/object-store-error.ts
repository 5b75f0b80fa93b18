import { UnavailableError } from '@pennon/domain';

/** Why a store did not do what it was asked. */
export type ObjectStoreFailure =
  /** It cannot be reached, or the connection broke off. */
  | 'connection'
  /** It was reached and did not answer in time. */
  | 'overdue'
  /** There is no such bucket. */
  | 'bucket'
  /** There are no credentials, or they are refused. */
  | 'credentials'
  /** The credentials are good and do not allow this. */
  | 'denied'
  /** The bucket is elsewhere. */
  | 'region'
  /** It answers that it cannot answer now. */
  | 'server'
  /** Its answer is not one: cut short, or not what S3 says. */
  | 'answer';

/** A store of objects did not do what it was asked: the message says why, where, and what to do about it. */
export class ObjectStoreError extends UnavailableError {
  constructor(
    readonly failure: ObjectStoreFailure,
    message: string,
  ) {
    super(message);
  }
}
