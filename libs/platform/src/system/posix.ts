import { chmodSync, statSync } from 'node:fs';

/** Mode of a new file that holds secrets or data: its owner may read and write it. */
export const OWNER_ONLY = 0o600;

/**
 * Takes the rights of all other users from a file that is there already. Leaves devices, pipes and directories alone,
 * and files of another owner: the protection of those is up to that owner.
 *
 * Does not open the file: closing it again would release the locks that SQLite holds on it for this process.
 */
export function restrictToOwner(file: string): void {
  const present = statSync(file, { throwIfNoEntry: false });
  if (present?.isFile() !== true || (present.mode & 0o077) === 0) return;
  try {
    chmodSync(file, present.mode & OWNER_ONLY);
  } catch {
    // It belongs to another user, or its file system knows no modes.
  }
}

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
