import { stopSignals, surviveSignals } from '@pennon/system';
import { fail, FAILURE } from './failure';

/** The first signal to stop ends the process in good order, a second one at once; no other signal ends it. */
export function stopOnSignals(
  stopping: AbortController,
  stop: (signal: NodeJS.Signals) => Promise<void>,
): void {
  const hear = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) process.exit(FAILURE);
    stopping.abort();
    stop(signal).catch(fail);
  };
  for (const signal of stopSignals) process.on(signal, hear);
  surviveSignals();
}
