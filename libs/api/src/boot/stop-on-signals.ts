import { fail, FAILURE } from './failure';

/** The first signal stops the process in good order; a second one stops it at once. */
export function stopOnSignals(
  stopping: AbortController,
  stop: (signal: NodeJS.Signals) => Promise<void>,
): void {
  const hear = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) process.exit(FAILURE);
    stopping.abort();
    stop(signal).catch(fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, hear);
}
