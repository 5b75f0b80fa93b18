import { rmSync } from 'node:fs';

const paths = new Set<string>();

/** Has a file removed when the process ends, however it does so, unless it is {@link keep kept} or removed before. */
export function removeAtExit(path: string): void {
  if (paths.size === 0) process.once('exit', removeAll);
  paths.add(path);
}

/** Removes a file now. */
export function remove(path: string): void {
  rmSync(path, { force: true });
  keep(path);
}

/** Leaves a file alone after all, because it is gone or has become what it was to be. */
export function keep(path: string): void {
  paths.delete(path);
  if (paths.size === 0) process.removeListener('exit', removeAll);
}

/** At the exit there is no time for anything but what is done at once. */
function removeAll(): void {
  for (const path of paths) rmSync(path, { force: true });
}
