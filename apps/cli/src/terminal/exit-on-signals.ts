import { surviveSignals } from '@pennon/system';
import { exitCodes } from '../exit-codes';

/**
 * Ends the process when it is interrupted, and by no other signal. A transaction that is under way is rolled back,
 * because its connection goes, and {@link TemporaryFiles} removes what is half written.
 */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
    process.once(signal, () => {
      process.stderr.write('pennon: interrupted\n');
      process.exit(exitCodes.interrupted[signal]);
    });
  }
  surviveSignals();
}
