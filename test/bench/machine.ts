import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The cores the servers and the load generator are kept on, apart from each other. */
export interface Cores {
  readonly server: number;
  readonly generator: number;
  /** Of a server of two processes; undefined where there are but two cores. */
  readonly second: number | undefined;
}

/** Cores this process may use; undefined when there is no `taskset`, or fewer than two. */
export function findCores(): Cores | undefined {
  if (spawnSync('taskset', ['--version']).error !== undefined) return undefined;
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readProc('self/status'))?.[1] ?? '';
  const all = allowed.split(',').flatMap(expandRange);
  const [server, generator, second] = all;
  if (server === undefined || generator === undefined) return undefined;
  return { server, generator, second };
}

/** Keeps a process with all its threads, present and future, on these cores. */
export function pin(pid: number, ...cores: readonly number[]): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', cores.join(','), `${pid}`]);
  if (status !== 0) throw new Error(`taskset: ${stderr.toString()}`);
}

/** A process and all that it has started; itself alone where there is no /proc. */
export function processTree(pid: number): readonly number[] {
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

/** CPU time that a process and all that it has started used so far, in microseconds; NaN where there is no /proc. */
export function cpuTime(pid: number): number {
  return sum(processTree(pid).map(cpuTimeOfOne));
}

/** Resident memory of a process and all that it has started, in MiB; NaN where there is no /proc. */
export function residentMemory(pid: number): number {
  return sum(processTree(pid).map(residentMemoryOfOne));
}

function cpuTimeOfOne(pid: number): number {
  const threads = listProc(`${pid}/task`);
  if (threads.length === 0) return NaN;
  // The first word is the time on a core, in nanoseconds.
  return sum(threads.map((thread) => parseInt(readProc(`${pid}/task/${thread}/schedstat`)) / 1000));
}

function residentMemoryOfOne(pid: number): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1]) / 1024;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

function listProc(path: string): readonly string[] {
  try {
    return readdirSync(`/proc/${path}`);
  } catch {
    return [];
  }
}

/** `0-3` is 0, 1, 2, 3. */
function expandRange(range: string): readonly number[] {
  const [first = NaN, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
