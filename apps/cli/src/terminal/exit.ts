import { surviveSignals } from '@pennon/platform';

/** What a command exits with; `pennon help` and docs/command-line.md say the same. */
export const exitCodes = {
  /** It is done. */
  done: 0,
  /** It failed, and what a person needs to mend it is on standard error. */
  failed: 1,
  /** It did what it was to do, and found that something is left to be done: pending, invalid, different. */
  found: 2,
  /** A signal ended it: 128 and the signal's number, as shells have it. */
  interrupted: { SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 },
  /** Nobody read on what it wrote, as in `pennon export | head`. */
  unread: 141,
} as const;

/** Signals by which a person or a supervisor interrupts a command. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const;

/**
 * Runs `work`, and tells it by the signal when it is interrupted: it then has to clean up and reject. A second signal
 * ends the process at once.
 *
 * @returns The exit code of `work`, or that of the interruption.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  let code: number | undefined;
  for (const signal of interruptions) {
    process.once(signal, () => {
      code ??= exitCodes.interrupted[signal];
      stopping.abort();
    });
  }
  surviveSignals();
  try {
    return await work(stopping.signal);
  } catch (error) {
    const isInterruption = error instanceof Error && error.name === 'AbortError';
    if (code === undefined || !isInterruption) throw error;
    process.stderr.write('pennon: interrupted\n');
    return code;
  }
}

/**
 * Ends the process when it is interrupted, and by no other signal. A transaction that is under way is rolled back,
 * because its connection goes, and what is half written is removed (`temporary-files.ts`).
 */
export function exitOnSignals(): void {
  for (const signal of interruptions) {
    process.once(signal, () => {
      process.stderr.write('pennon: interrupted\n');
      process.exit(exitCodes.interrupted[signal]);
    });
  }
  surviveSignals();
}
