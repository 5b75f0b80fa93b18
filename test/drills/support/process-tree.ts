import { execFileSync } from 'node:child_process';

/** Ids of a process and of all that descend from it, parents first. */
export function processTree(root: number): readonly number[] {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = listing
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree) {
    for (const [pid = 0, parentPid] of rows) if (parentPid === parent) tree.push(pid);
  }
  return tree;
}

/** Sends a signal to a process and to all that descend from it; those that end meanwhile are none of its concern. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processTree(root)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
