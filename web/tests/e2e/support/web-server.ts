import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '../../../../test/support/server';

/** Settings by environment variable. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * A writer on an SQLite file of its own, which may be stopped and started again: on the same port, so that pages that
 * are open find it again.
 */
export class WebServer {
  private running: TestServer | undefined;

  private constructor(
    private readonly directory: string,
    private readonly port: number,
    private settings: ServerSettings,
  ) {}

  /** @param port One that is free; found unless given. */
  static async start(settings: ServerSettings, port?: number): Promise<WebServer> {
    const directory = await mkdtemp(join(tmpdir(), 'pennon-web-'));
    const server = new WebServer(directory, port ?? (await freePort()), settings);
    await server.startAgain();
    return server;
  }

  /** With the base path that is set, without a trailing slash. */
  get url(): string {
    return `${urlOf(this.port)}${this.settings.PENNON_SERVER_BASE_PATH ?? ''}`;
  }

  /** Starts it after {@link stop}, with the same data. @param settings In place of those it had. */
  async startAgain(settings: ServerSettings = this.settings): Promise<void> {
    this.settings = settings;
    this.running = await startServer({
      env: { PENNON_SERVER_HTTP_PORT: `${this.port}`, ...settings },
      directory: this.directory,
    });
  }

  /** Everything the running process has written. */
  output(): string {
    return this.running?.output() ?? '';
  }

  /** Lets the process stand still: what is sent to it from now on gets no answer. Only `SIGKILL` ends it then. */
  freeze(): void {
    if (this.running !== undefined) process.kill(this.running.pid, 'SIGSTOP');
  }

  /** Ends the process; with `SIGKILL` as if the machine had gone. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await this.running?.stop(signal);
    this.running = undefined;
  }

  /** Ends it for good. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Where a server with that port is found; by this name browsers take it for secure, and providers for a callback. */
export function urlOf(port: number): string {
  return `http://localhost:${port}`;
}

/** Below the ports that systems give to connections: none of these takes one between its choice and its use. */
const PORTS = { first: 20_000, count: 10_000 } as const;

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.first + PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
