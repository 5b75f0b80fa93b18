import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { type Scope } from './scope';

/** Usual length of the spans in which the kernel keeps account, in microseconds: many of them to a turn. */
const PERIOD_US = 20_000;

/** Group of processes that get no more than a share of one core together. */
export interface CpuShare {
  /**
   * Puts a process into the group, with all its threads. It must have been started in the scope after the group was
   * made.
   */
  readonly add: (pid: number) => void;
}

/**
 * Makes such a group, a control group of Linux; undefined where the kernel or the rights of this process allow none.
 *
 * @param share Above 0: 0.5 is half a core. @param periodUs Length of the spans, in microseconds.
 */
export function createCpuShare(
  scope: Scope,
  name: string,
  share: number,
  periodUs = PERIOD_US,
): CpuShare | undefined {
  const quota = `${Math.round(periodUs * share)}`;
  const period = `${periodUs}`;
  return (
    // Version 1 where it has a directory of its own for the processor, otherwise version 2.
    createGroup(scope, `/sys/fs/cgroup/cpu/${name}`, {
      'cpu.cfs_period_us': period,
      'cpu.cfs_quota_us': quota,
    }) ?? createGroup(scope, `/sys/fs/cgroup/${name}`, { 'cpu.max': `${quota} ${period}` })
  );
}

function createGroup(
  scope: Scope,
  directory: string,
  settings: Readonly<Record<string, string>>,
): CpuShare | undefined {
  try {
    mkdirSync(directory);
    // A worker outlives its leader for a while, and a group that has processes cannot be removed.
    scope.onClose(async () => eventually(async () => rmdir(directory)));
    for (const [file, value] of Object.entries(settings)) {
      // Fails where the kernel has no such file; writing alone would make one.
      readFileSync(join(directory, file));
      writeFileSync(join(directory, file), value);
    }
  } catch {
    return undefined;
  }
  return {
    add: (pid) => {
      writeFileSync(join(directory, 'cgroup.procs'), `${pid}`);
    },
  };
}
