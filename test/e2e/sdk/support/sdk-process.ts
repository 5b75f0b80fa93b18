import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const HOSTS = join(process.cwd(), 'test/e2e/sdk/hosts');

/** A call that waits for its answer. */
interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process in which an SDK runs as it does in an application: packages that import ES modules cannot be loaded into
 * Jest, which runs every file as CommonJS in a context of its own.
 */
export class SdkProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly ended: Promise<unknown>;
  private calls = 0;
  private complaints = '';

  /** @param host Name of the file in `hosts/` that says what can be called. */
  constructor(host: string) {
    this.child = spawn(process.execPath, [join(HOSTS, `${host}.mjs`)], { stdio: 'pipe' });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.complaints += text));
    this.ended = once(this.child, 'close').then(() => {
      for (const { reject } of this.waiting.values()) reject(new Error(`${host} ended\n${this.complaints}`));
    });
    if (this.child.stdout !== null) {
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        this.settle(JSON.parse(line) as { id: number; result?: unknown; error?: string });
      });
    }
  }

  /** Calls a method of the host. Rejects with the message of what the SDK throws. */
  async call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = this.calls++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.stdin?.write(`${JSON.stringify({ id, method, args })}\n`);
    });
  }

  /** Lets the process end, and waits until it has. */
  async stop(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }

  private settle({ id, result, error }: { id: number; result?: unknown; error?: string }): void {
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  }
}
