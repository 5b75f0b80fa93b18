import { ConfigError } from '@pennon/config';
import { withCause } from '@pennon/domain';
import { stopSignals, surviveSignals } from '@pennon/platform';

/** Exit code for a command line or a configuration that cannot be used, and for a start that failed. */
export const FAILURE = 1;

/** Ends the process, and says why on standard error. */
export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(FAILURE);
}

/** What a person needs to mend it: the problems of the configuration, or the reason the start failed. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `pennon: the configuration cannot be used\n${error.message}`;
  if (!(error instanceof Error)) return `pennon: ${String(error)}`;
  const { message, cause } = error;
  return `pennon: ${cause instanceof Error ? withCause(message, cause.message) : message}`;
}

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
