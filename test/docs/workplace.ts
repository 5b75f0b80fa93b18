import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PENNON } from '../support/run-pennon';
import { startServer, type TestServer } from '../support/server';
import { type Ending } from '../support/server-process';

/** Settings by environment variable. */
type Settings = Readonly<Record<string, string>>;

/** What became of a program that ran an example. */
export interface Run {
  readonly exitCode: Ending;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the examples of a page run: a home directory with the command in it, and a server at the usual address. */
export class Workplace {
  private constructor(
    /** Home directory, and where the database is. */
    private readonly directory: string,
    readonly server: TestServer,
    private readonly env: Settings,
  ) {
    this.write('bin/pennon', `#!/bin/sh\nexec "${process.execPath}" "${PENNON}" "$@"\n`);
    chmodSync(join(directory, 'bin/pennon'), 0o755);
    // An answer that is a refusal is a failure of the example.
    this.write('.curlrc', 'silent\nshow-error\nfail-with-body\n');
    symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'));
  }

  /**
   * @param settings Of the server, by the home directory.
   * @param env What the examples of the page take from the environment.
   */
  static async open(
    settings: (directory: string) => Settings = () => ({}),
    env: Settings = {},
  ): Promise<Workplace> {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-docs-'));
    return new Workplace(directory, await startServer({ directory, env: settings(directory) }), env);
  }

  /** Stops the server, and removes the directory. */
  async close(): Promise<void> {
    const ending = await this.server.stop();
    rmSync(this.directory, { recursive: true });
    if (ending !== 0) throw new Error(`the server ended with ${ending}\n${this.server.output()}`);
  }

  /** Writes a file, below the home directory. */
  write(path: string, text: string): string {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Runs lines of a shell, of which each must succeed. */
  async shell(text: string): Promise<Run> {
    return this.run('bash', ['-euo', 'pipefail', '-c', this.placed(text)]);
  }

  /** Runs a module of JavaScript. */
  async script(text: string): Promise<Run> {
    return this.run(process.execPath, [this.write('example.mjs', this.placed(text))]);
  }

  /** The text with what is the reader's own in place of what stands for it. */
  private placed(text: string): string {
    return text
      .replace(/\b(localhost|127\.0\.0\.1):8080\b/g, new URL(this.server.url).host)
      .replaceAll('/var/log/pennon', this.directory);
  }

  private async run(program: string, args: readonly string[]): Promise<Run> {
    const { directory, server } = this;
    const { databaseUrl, url } = server;
    const child = spawn(program, args, {
      cwd: directory,
      env: {
        PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
        HOME: directory,
        TMPDIR: directory,
        PENNON_DB_URL: databaseUrl,
        PENNON: new URL(url).host,
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { exitCode: code ?? signal ?? 0, ...written };
  }
}
