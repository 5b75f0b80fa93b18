import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(process.cwd(), 'dist/apps/writer/src/main.js');

/** How long a server may take to start, in milliseconds; generous, because CI machines are slow. */
const START_TIMEOUT_MS = 30_000;

/** Settings of a server under test. */
export interface ServerOptions {
  /** Settings by environment variable, beside those every test server has. */
  readonly env?: Readonly<Record<string, string>>;
  /** Directory of the database; one of its own, removed at the end, unless given. */
  readonly directory?: string;
}

/** A Pennon process of a test's own. */
export interface TestServer {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly directory: string;
  readonly databaseFile: string;
  readonly pid: number;
  /** Everything it wrote so far, to both outputs. */
  output(): string;
  /** Sends a signal and resolves with the exit code, or the signal's name when it was killed by one. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Starts the built server on a free port and an empty database, and resolves when it listens. */
export async function startServer({ env = {}, directory }: ServerOptions = {}): Promise<TestServer> {
  const home = directory ?? mkdtempSync(join(tmpdir(), 'pennon-test-'));
  const databaseFile = join(home, 'pennon.db');
  const child = spawn(process.execPath, [MAIN], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      PENNON_DB_URL: `file:${databaseFile}`,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_LOG_ENCODING: 'json',
      PENNON_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      if (directory === undefined) rmSync(home, { recursive: true, force: true });
      resolve(code ?? signal ?? 0);
    });
  });
  const url = await listening(child, lines);
  return {
    url,
    directory: home,
    databaseFile,
    pid: child.pid ?? 0,
    output: () => lines.join('\n'),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

async function listening(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${reason}\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => {
      fail('the server did not start in time');
    }, START_TIMEOUT_MS);
    child.once('exit', () => {
      fail('the server ended while starting');
    });
    const read = (line: string): void => {
      lines.push(line);
      const url = /"url":"([^"]+)"/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(url);
    };
    if (child.stdout !== null) createInterface(child.stdout).on('line', read);
    if (child.stderr !== null) createInterface(child.stderr).on('line', read);
  });
}
