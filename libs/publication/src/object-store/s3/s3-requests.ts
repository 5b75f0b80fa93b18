import { OverdueError, whenOverdue } from '@pennon/platform';
import { ObjectStoreError } from '../object-store';
import type { ObjectStoreTarget } from '../object-store-target';
import { openS3, type S3Connection } from './s3-client';
import { type Attempt, explain, explainCredentials, failureOf } from './s3-failure';
import { CutShortError, TooLongError } from './s3-operations';

/** How long work may take, and who else may end it. */
export interface Limits {
  readonly limitMs: number;
  readonly signals: readonly AbortSignal[];
}

/**
 * Does work that can be ended: it is told by a signal, and is waited for no longer whether it listens or not.
 *
 * @throws OverdueError when it takes longer; the reason of the signal that ends it; what the work throws.
 */
async function abortable<T>(
  { limitMs, signals }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const one of signals) one.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = whenOverdue(limitMs, () => {
    controller.abort(new OverdueError(`took longer than ${limitMs} ms`));
  });
  const end = ({ target }: Event): void => {
    controller.abort((target as AbortSignal).reason);
  };
  for (const one of signals) one.addEventListener('abort', end);
  try {
    return await Promise.race([work(signal), rejectionOf(signal)]);
  } catch (error) {
    // What is ended fails in ways of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    cancel();
    for (const one of signals) one.removeEventListener('abort', end);
  }
}

/** Rejects when the signal is aborted, and else stays pending. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/** What is done with a connection, until the signal says that nobody waits for it any more. */
type Request<T> = (connection: S3Connection, signal: AbortSignal) => Promise<T>;

/** Requests to one bucket, each within the time limit, whose failures are told in the words of this house. */
export class S3Requests {
  private connection: Promise<S3Connection> | undefined;
  private readonly closing = new AbortController();

  /** @param location For people. */
  constructor(
    private readonly target: ObjectStoreTarget,
    private readonly location: string,
  ) {}

  /**
   * Does one request.
   *
   * @param permission What the credentials have to allow for it: `s3:GetObject`.
   * @param key What it is about, below the prefix of the store.
   * @throws ObjectStoreError; TooLongError of a body that is too long; the reason of the signal when that ends it.
   */
  async do<T>(permission: string, key: string, request: Request<T>, signal?: AbortSignal): Promise<T> {
    const attempt = this.attemptOf(permission, key);
    const signals = [this.closing.signal, ...(signal === undefined ? [] : [signal])];
    const limits = { limitMs: this.target.timeout, signals };
    try {
      return await abortable(limits, async (bound) => request(await this.connect(attempt), bound));
    } catch (error) {
      if (signal?.aborted === true || error instanceof TooLongError) throw error;
      throw this.told(error, attempt);
    }
  }

  /** The error for a part of a request that the store did not carry out, which it tells with a code alone. */
  refusal(permission: string, key: string, code: string): ObjectStoreError {
    return explain({ code, status: undefined }, this.attemptOf(permission, key));
  }

  /** Ends what is under way. */
  close(): void {
    this.closing.abort(new ObjectStoreError('connection', `${this.location} is closed`));
    // One that could not be opened has nothing to close.
    this.connection?.then(
      ({ client }) => {
        client.destroy();
      },
      () => undefined,
    );
  }

  /** Credentials are had before anything is asked, so that a failure to have them is not taken for one of the store. */
  private async connect(attempt: Attempt): Promise<S3Connection> {
    this.connection ??= openS3(this.target);
    const connection = await this.connection;
    try {
      await connection.client.config.credentials();
    } catch (error) {
      throw explainCredentials(failureOf(error), attempt);
    }
    return connection;
  }

  private attemptOf(permission: string, key: string): Attempt {
    const { bucket, endpoint } = this.target;
    const host = endpoint === undefined ? 'AWS' : new URL(endpoint).host;
    return { place: `${this.location}${key}`, bucket, host, permission };
  }

  private told(error: unknown, attempt: Attempt): ObjectStoreError {
    const { host, place } = attempt;
    if (error instanceof ObjectStoreError) return error;
    if (error instanceof OverdueError) {
      return new ObjectStoreError(
        'overdue',
        `${host} did not answer for ${place} within ${this.target.timeout} ms`,
      );
    }
    if (error instanceof CutShortError) {
      return new ObjectStoreError('answer', `${host} sent only a part of ${place}`);
    }
    return explain(failureOf(error), attempt);
  }
}
