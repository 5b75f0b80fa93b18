import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, urlOf } from './web-server';

const run = promisify(execFile);

/** The command of the README that runs the service. */
const RUN_COMMAND = /^npm ci && npm start/m;

/** Its half that takes minutes. */
const INSTALLING = 'npm ci && ';

/**
 * The service as somebody runs it who has just cloned the repository: by the command of the README, with its defaults.
 * In CI, which has itself begun with `npm ci` in a fresh clone, with what that has installed.
 */
export class FreshCheckout {
  private output = '';

  private constructor(
    private readonly directory: string,
    private readonly process: ChildProcess,
    /** Without a trailing slash. */
    readonly url: string,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  /** Resolves when the service answers. Rejects with what was written when the command ends before. */
  static async start(): Promise<FreshCheckout> {
    const directory = await mkdtemp(join(tmpdir(), 'pennon-checkout-'));
    await copyRepository(directory);
    const [command] = RUN_COMMAND.exec(await readFile(join(directory, 'README.md'), 'utf8')) ?? [];
    if (command === undefined) throw new Error('README.md does not say how to run the service');
    const [port, grpcPort] = [await freePort(), await freePort()];
    const isInstalled = process.env.CI === 'true';
    if (isInstalled) await lendPackages(directory);
    const child = spawn('/bin/sh', ['-c', isInstalled ? command.replace(INSTALLING, '') : command], {
      cwd: directory,
      env: {
        ...process.env,
        // What the tests tell each other is no setting of Pennon.
        PENNON_PROPERTY_SEED: undefined,
        // What other programs of this machine may hold already.
        PENNON_SERVER_HTTP_PORT: `${port}`,
        PENNON_SERVER_GRPC_PORT: `${grpcPort}`,
        PENNON_DB_URL: `file:${join(directory, 'pennon.db')}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: npm runs the service behind a shell, and all of them are to end together.
      detached: true,
    });
    const checkout = new FreshCheckout(directory, child, urlOf(port));
    // Whoever interrupts the tests leaves nothing running.
    process.once('exit', () => {
      checkout.end();
    });
    await checkout.answers();
    return checkout;
  }

  /** Ends the service and removes everything. */
  async remove(): Promise<void> {
    if (this.end()) await once(this.process, 'exit');
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** True if it was running until now. */
  private end(): boolean {
    const { pid, exitCode, signalCode } = this.process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return false;
    return process.kill(-pid, 'SIGTERM');
  }

  private async answers(): Promise<void> {
    while (!(await isHealthy(this.url))) {
      if (this.process.exitCode !== null) throw new Error(`the command ended early\n${this.output}`);
      await sleep(500);
    }
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

/** Copies what git holds, or would hold if it were committed now. */
async function copyRepository(to: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 16_777_216,
  });
  for (const path of stdout.split('\0').filter((each) => each !== '' && existsSync(each))) {
    await cp(path, join(to, path));
  }
}

/** Where packages are installed; those of the dashboard alone are there only if they are of another version. */
const packageFolders = ['node_modules', 'web/node_modules'];

async function lendPackages(to: string): Promise<void> {
  for (const folder of packageFolders.filter((each) => existsSync(each))) {
    await symlink(resolve(folder), join(to, folder));
  }
}
