import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '@pennon/domain';
import { SecondNameError } from './driver-errors';
import { UnusableSchemaError } from './schema-state';

/** How a database is opened. */
export interface OpenOptions {
  /** True for a server that writes, of which a SQLite file has one; a command writes beside it. */
  readonly isServer?: boolean;
  /** Called with the reason whenever it has to be waited: for the schema, or for another instance that migrates. */
  readonly onWait?: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal;
  /**
   * Asked when a server cannot be read at once: whether the reader can do without it at first. If so it is open all the
   * same, and its reads reject with an `UnavailableError` until the server can be reached and has the schema. It is
   * waited for unless given.
   */
  readonly canDoWithout?: () => Promise<boolean>;
}

/** The first and the longest wait between two attempts, in milliseconds. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * Tries until `attempt` succeeds, waiting longer each time, and says why it waits.
 *
 * @throws what `attempt` throws that time will not mend: anything but an UnavailableError, and a schema that is newer
 * or of another program, and a file with a second name.
 */
export async function waitUntilReady<T>(
  attempt: () => Promise<T>,
  { onWait, signal }: Pick<OpenOptions, 'onWait' | 'signal'>,
): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UnavailableError) || isHopeless(error)) throw error;
      onWait?.(reasonOf(error));
    }
    await delay(wait, undefined, { ...(signal && { signal }) });
  }
}

/** True for what stays as it is however long is waited. */
function isHopeless(error: UnavailableError): boolean {
  return error instanceof UnusableSchemaError || error instanceof SecondNameError;
}

/** For the person at the log, or at the command: where the database is, and what the driver said. */
function reasonOf(error: UnavailableError): string {
  if (error.cause instanceof UnavailableError) return reasonOf(error.cause);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
