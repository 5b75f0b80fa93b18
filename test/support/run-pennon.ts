import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BUNDLE } from './bundle';
import { type Ending } from './server-process';
import { type Remains } from './run-server';

/** The program of the `pennon` command, as it is built. */
export const PENNON = join(BUNDLE, 'pennon.js');

/** How to run the command. */
export interface PennonOptions {
  /** Working directory, and home. */
  readonly directory: string;
  /** The whole environment, but for `PATH`, `HOME` and where temporary files go. */
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input is, to its end; nothing unless given. */
  readonly input?: string;
}

/** Runs the built command to its end. */
export async function runPennon(args: readonly string[], options: PennonOptions): Promise<Remains> {
  const child = startPennon(args, options);
  const written = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  // A command that fails early does not read all of it.
  child.stdin?.on('error', () => undefined).end(options.input ?? '');
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const exitCode: Ending = code ?? signal ?? 0;
  return { exitCode, ...written };
}

/** Starts the built command, and leaves its standard input open. */
export function startPennon(args: readonly string[], { directory, env = {} }: PennonOptions): ChildProcess {
  return spawn(process.execPath, [PENNON, ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, ...env },
    stdio: 'pipe',
  });
}
