import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawSocket } from './raw-socket';

/** Where Debian has it. */
const NGINX = '/usr/sbin/nginx';

/** Describes tests behind nginx; they are skipped where there is none, unless CI wants it. */
export const describeBehindNginx =
  existsSync(NGINX) || process.env.CI === 'true'
    ? describe
    : (name: string, define: () => void): void => {
        describe.skip(`${name} (needs ${NGINX}: apt-get install nginx)`, define);
      };

/** A running nginx. */
export interface Nginx {
  stop(): Promise<void>;
}

/**
 * Runs nginx in the foreground with the configuration of that file, and resolves when it listens.
 *
 * @param places What stands in the file, in place of which something else is to be: hosts with their ports.
 * @param listensAt The base URL of a port that it listens on.
 */
export async function startNginx(
  file: string,
  places: Readonly<Record<string, string>>,
  listensAt: string,
): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-nginx-'));
  const written = Object.entries(places).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(file, 'utf8'),
  );
  const configuration = join(directory, 'nginx.conf');
  writeFileSync(configuration, written.replace('/tmp/nginx.pid', join(directory, 'pid')));
  const nginx = spawn(NGINX, ['-p', directory, '-c', configuration, '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'close');
  await listening(nginx, listensAt);
  return {
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

async function listening(nginx: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended early, with exit code ${nginx.exitCode}`);
    try {
      (await RawSocket.open(url)).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
