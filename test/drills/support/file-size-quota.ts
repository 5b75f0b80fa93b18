import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Lets no file that a process writes grow beyond the largest that there is now in a directory. */
export function forbidGrowth(pid: number, directory: string): void {
  const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
  limitFileSize(pid, `${Math.max(...sizes)}`);
}

/** Lets files grow again. */
export function allowGrowth(pid: number): void {
  limitFileSize(pid, 'unlimited');
}

/** The hard limit stays, so that the other one can be raised again. */
function limitFileSize(pid: number, softLimit: string): void {
  execFileSync('prlimit', [`--fsize=${softLimit}:`, `--pid=${pid}`]);
}
