/**
 * Signals that ask a server to stop in good order. Beside those of terminals and supervisors: a container manager's for
 * a power failure, and the first of the two that a processor time limit sends.
 */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGPWR', 'SIGXCPU'] as const;

/**
 * Other signals that end a process unless it handles them. SIGHUP also reopens log files; the rest mean nothing here.
 */
const survivedSignals = ['SIGHUP', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGIO', 'SIGSTKFLT'] as const;

/** Keeps signals that do not ask this process to stop from ending it. */
export function surviveSignals(): void {
  for (const signal of survivedSignals) process.on(signal, () => undefined);
}
