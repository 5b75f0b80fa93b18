import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A port of this machine, as the kernel writes it: `:1F90`. */
function portText(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** State of a connection that is open, as the kernel writes it. */
const ESTABLISHED = '01';

/** Ids of a server's workers that run, by the number of their assignment. The leader is the first. */
export function workersOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(name), assignment: assignmentOf(name) }))
    .filter(({ stat }) => stat[1] === `${pid}` && stat[0] !== 'Z')
    .sort((one, other) => one.assignment - other.assignment)
    .map((child) => child.pid);
}

/** Which of the processes hold connections to that port of theirs. */
export function holdersOf(port: number, pids: readonly number[]): readonly number[] {
  const inodes = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => local.endsWith(portText(port)) && state === ESTABLISHED)
      .map((fields) => `socket:[${fields[9] ?? ''}]`),
  );
  return pids.filter((pid) => filesOf(pid).some((file) => inodes.has(file)));
}

/** The fields behind the name of the program, from the state on; none when the process is gone. */
function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** The number of a worker's assignment; infinity for another process, or one that has ended. */
function assignmentOf(pid: string): number {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const assignment = environment.find((variable) => variable.startsWith('WORKER_ASSIGNMENT_OF_PENNON='));
    return Number(/"number":(\d+)/.exec(assignment ?? '')?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

function filesOf(pid: number): readonly string[] {
  const directory = `/proc/${pid}/fd`;
  return readdirSync(directory).map((name) => {
    try {
      return readlinkSync(`${directory}/${name}`);
    } catch {
      return '';
    }
  });
}
