import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess, type Ending, type ProcessOptions } from './server-process';

/** What is left of a server that has ended. */
export interface Remains {
  readonly exitCode: Ending;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built server, in an empty directory unless one is given, until it ends by itself. */
export async function runServer(options: Partial<ProcessOptions> = {}): Promise<Remains> {
  const empty = mkdtempSync(join(tmpdir(), 'pennon-run-'));
  const server = new ServerProcess({ directory: empty, ...options });
  const exitCode = await server.ended;
  rmSync(empty, { recursive: true });
  return { exitCode, stdout: server.stdout, stderr: server.stderr };
}
