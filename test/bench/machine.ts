import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000;

/** The cores the servers and the load generator are kept on, apart from each other. */
export interface Cores {
  readonly server: number;
  readonly generator: number;
}

/** Two cores this process may use; undefined when there is no `taskset`, or fewer than two. */
export function findCores(): Cores | undefined {
  if (spawnSync('taskset', ['--version']).error !== undefined) return undefined;
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readProc('self/status'))?.[1] ?? '';
  const [server, generator] = allowed.split(',').flatMap(expandRange);
  return server === undefined || generator === undefined ? undefined : { server, generator };
}

/** Keeps a process with all its threads, present and future, on one core. */
export function pin(pid: number, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]);
  if (status !== 0) throw new Error(`taskset: ${stderr.toString()}`);
}

/** CPU time the process has used so far, user and system, in microseconds; NaN where there is no /proc. */
export function cpuTime(pid: number): number {
  // The name in parentheses may hold anything; user and system time are the 12th and 13th word after it.
  const words = readProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(words[11]) + Number(words[12])) * MICROSECONDS_PER_TICK;
}

/** Resident memory of the process in MiB; NaN where there is no /proc. */
export function residentMemory(pid: number): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1]) / 1024;
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** `0-3` is 0, 1, 2, 3. */
function expandRange(range: string): readonly number[] {
  const [first = NaN, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
