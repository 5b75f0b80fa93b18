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

/** An object in a store, without its contents. */
export interface StoredObject {
  /** Its name, relative to the prefix of the store. */
  readonly key: string;
  /** What changes with every change of the contents, as the store writes it; undefined when it does not say. */
  readonly etag: string | undefined;
  /** In bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** An object with its contents. */
export interface ObjectContents extends StoredObject {
  readonly body: Buffer;
}

/** How an object is read. */
export interface GetOptions {
  /** Most bytes that are read; an object that has more is refused. */
  readonly maxBytes: number;
  /** The etag that is known: an object that still has it is not read again. */
  readonly unlessEtag?: string | undefined;
  /** Ends the reading; what is thrown then is its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How an object is written. At most one of the conditions is given. */
export interface PutOptions {
  readonly contentType: string;
  /** Write only where there is no such object. */
  readonly ifNoneMatch?: '*' | undefined;
  /** Write only where the object still has this etag. */
  readonly ifMatch?: string | undefined;
}

/** What became of an object that was put: written, or not, since its condition did not hold. */
export type PutOutcome = 'written' | 'exists' | 'changed';

/** How objects are listed. */
export interface ListOptions {
  /** Most objects that are listed; when there are more, the list is refused. */
  readonly maxObjects: number;
}

/**
 * Objects in a store that others may share, below a prefix. Keys are relative to the prefix.
 *
 * Every call ends within the time limit of the store (`list` and `delete`: each of its requests does) or throws an
 * {@link ObjectStoreError}, which says what to do and holds no secret. Calls may overlap.
 */
export abstract class ObjectStore {
  /** Where it is, for people; without secrets: `s3://bucket/prefix`. */
  abstract readonly location: string;

  /**
   * The object; undefined when there is no such object, `'unchanged'` when it still has the etag that is known.
   *
   * @throws ObjectStoreError, an UnavailableError; TooLargeError when it has more than `maxBytes`.
   */
  abstract get(key: string, options: GetOptions): Promise<ObjectContents | 'unchanged' | undefined>;

  /**
   * Writes the object; whoever reads it meanwhile gets all of the former one or all of the new one.
   *
   * A store that does not know conditions writes whatever they say. One whose answer was lost is asked again, and may
   * then say that a condition does not hold because the object was written the first time.
   *
   * @returns `'exists'` when `ifNoneMatch` does not hold, `'changed'` when `ifMatch` does not.
   * @throws ObjectStoreError; the object may have been written all the same.
   */
  abstract put(key: string, body: Buffer, options: PutOptions): Promise<PutOutcome>;

  /**
   * The objects whose keys begin with the prefix, sorted by key in the order of UTF-8.
   *
   * @throws ObjectStoreError; TooLargeError when there are more than `maxObjects`.
   */
  abstract list(prefix: string, options: ListOptions): Promise<readonly StoredObject[]>;

  /**
   * Deletes the objects; one that is not there is none to delete.
   *
   * @throws ObjectStoreError; some of them may have been deleted.
   */
  abstract delete(keys: readonly string[]): Promise<void>;

  /** Ends what is under way and closes connections; the store is not used any more. */
  abstract close(): void;
}
