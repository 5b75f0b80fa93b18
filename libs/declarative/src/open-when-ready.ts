import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '@pennon/domain';
import { waitAfterFailures } from '@pennon/timing';
import { type DeclarativeSource } from './declarative-source';

/** How a source is waited for. */
export interface WaitOptions {
  /** Called with the reason when it has to be waited, and again when the reason is another. */
  readonly onWait: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Has the source read for the first time, as often as it takes, with growing pauses in between. */
export async function openWhenReady(
  source: DeclarativeSource,
  { onWait, signal }: WaitOptions,
): Promise<void> {
  let told: string | undefined;
  for (let failures = 1; ; failures++) {
    try {
      await source.open();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (error.message !== told) onWait(error.message);
      told = error.message;
    }
    await delay(waitAfterFailures(failures), undefined, { ...(signal && { signal }) });
  }
}
