import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { BUNDLE } from './bundle';

/** The tier that a server is of. */
export type TierName = 'writer' | 'reader';

/** What can be run: a tier, or the command. */
export type AppName = TierName | 'pennon';

/** How to run the built server. */
export interface ProcessOptions {
  /** The writer unless said. */
  readonly app?: AppName;
  /** Directory of its programs; where those of this version are built unless given. */
  readonly bundle?: string;
  /** A program that needs no Node to run it, in place of an app; it gets no environment but `env`. */
  readonly executable?: string;
  readonly args?: readonly string[];
  /** The whole environment, but for `PATH` and `HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory, and home. */
  readonly directory: string;
}

/** How a process ended: its exit code, or the name of the signal that killed it. */
export type Ending = number | NodeJS.Signals;

/** The built server as a process, and what it writes. */
export class ServerProcess {
  /** Resolves when the process has ended and all it wrote is here. */
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;
  private readonly news = new EventEmitter();
  private readonly written = { stdout: '', stderr: '' };
  private hasEnded = false;

  constructor({
    app = 'writer',
    bundle = BUNDLE,
    executable,
    args = [],
    env = {},
    directory,
  }: ProcessOptions) {
    const main = join(bundle, `${app}.js`);
    const [program, ...its] = executable === undefined ? [process.execPath, main] : [executable];
    this.child = spawn(program, [...its, ...args], {
      cwd: directory,
      env: executable === undefined ? { PATH: process.env.PATH, HOME: directory, ...env } : env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.collect('stdout');
    this.collect('stderr');
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.hasEnded = true;
        this.news.emit('news');
        resolve(code ?? signal ?? 0);
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** All it wrote so far to standard output. */
  get stdout(): string {
    return this.written.stdout;
  }

  /** All it wrote so far to standard error. */
  get stderr(): string {
    return this.written.stderr;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Closes its standard output at this end, as a reader does who goes away. */
  stopReading(): void {
    this.child.stdout?.destroy();
  }

  /** The first match in what it writes to standard output. Rejects when it ends without writing such a thing. */
  async wrote(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found !== null) return found;
      if (this.hasEnded) throw new Error(`the server ended early\n${this.stdout}${this.stderr}`);
      await once(this.news, 'news');
    }
  }

  private collect(output: 'stdout' | 'stderr'): void {
    this.child[output]?.setEncoding('utf8').on('data', (text: string) => {
      this.written[output] += text;
      this.news.emit('news');
    });
  }
}
