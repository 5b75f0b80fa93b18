import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port';

/** A Redis of a test's own, which may be done anything to. */
export class PrivateRedis {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly settings: readonly string[],
    private readonly flags: readonly string[],
  ) {}

  private readonly directory = mkdtempSync(join(tmpdir(), 'pennon-redis-'));

  /**
   * Starts one on a free port of the loopback address.
   *
   * @param settings More lines of its configuration.
   * @param flags More of its command line.
   */
  static async start(settings: readonly string[] = [], flags: readonly string[] = []): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await freePort(), settings, flags);
    await redis.restart();
    return redis;
  }

  /** A client, to look at it from outside; the caller disconnects it. */
  client(): Redis {
    return new Redis({ port: this.port });
  }

  /** Has it hang, with its connections open, until it is told to go on. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  /** Lets it go on. */
  goOn(): void {
    this.child?.kill('SIGCONT');
  }

  /** Kills it. What was in it is lost. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    rmSync(this.directory, { recursive: true, force: true });
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Starts it again on the same port, empty. */
  async restart(): Promise<void> {
    await this.kill();
    mkdirSync(this.directory);
    const file = join(this.directory, 'redis.conf');
    const lines = [`port ${this.port}`, 'bind 127.0.0.1', `dir ${this.directory}`, ...this.settings];
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.child = spawn('redis-server', [file, ...this.flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    await runs(this.child);
  }
}

async function runs(child: ChildProcess): Promise<void> {
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    if (/Ready to accept connections|Sentinel ID is/.test(String(text))) return;
  }
  throw new Error('redis-server did not start');
}
