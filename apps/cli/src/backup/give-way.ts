import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Has this process give way to servers on the same machine, which evaluate meanwhile. Not at the lowest priority: on a
 * machine that is busy throughout, a backup would not come to its end.
 */
export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread may end at any moment, and a system may forbid it.
    }
  }
}

/** On Linux each thread has a priority of its own; 0 is the process elsewhere. */
function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
