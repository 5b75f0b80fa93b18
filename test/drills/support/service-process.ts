import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { signalTree } from './process-tree';

/** Who a process runs as. */
export interface ProcessOwner {
  readonly uid?: number;
  readonly gid?: number;
}

/** A service that a drill may hang and kill: the program, and every process that it has started. */
export class ServiceProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private output = '';

  constructor(command: string, args: readonly string[], owner: ProcessOwner = {}) {
    this.child = spawn(command, args, { ...owner, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(this.child, 'close');
  }

  /** Resolves as soon as the attempt succeeds. Rejects when the service ends, or when none has after 30 seconds. */
  async isReady(attempt: () => Promise<unknown>): Promise<void> {
    const end = performance.now() + 30_000;
    for (;;) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (this.child.exitCode !== null || performance.now() > end) {
          throw new Error(`${this.child.spawnfile} did not start\n${this.output}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Nothing of it runs until it goes on; the machine still accepts connections in its name. */
  hang(): void {
    // What the program starts before it is itself stopped is found the second time.
    signalTree(this.pid, 'SIGSTOP');
    signalTree(this.pid, 'SIGSTOP');
  }

  goOn(): void {
    signalTree(this.pid, 'SIGCONT');
  }

  /** Ends all of it at once, as a crash does. Does nothing when it has ended. */
  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) signalTree(this.pid, 'SIGKILL');
    await this.ended;
  }

  private get pid(): number {
    if (this.child.pid === undefined) throw new Error(`${this.child.spawnfile} cannot be run`);
    return this.child.pid;
  }
}
