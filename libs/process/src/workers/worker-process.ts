import type { Worker } from 'node:cluster';
import { performance } from 'node:perf_hooks';
import { type Addresses, Peer, type Question } from './peer';
import { forkOn, type WorkerAssignment } from './worker-assignment';

/** A connection on its way to a worker, as node:cluster sends it. */
interface HandedOver {
  readonly message: { readonly cmd?: string; readonly act?: string; readonly key?: string };
  readonly handle: { close(): void } | undefined;
}

/**
 * Closes the connections that were on their way to a worker when it ended.
 *
 * node:cluster waits for the worker to say that it took a connection, and forgets about it when the worker is killed
 * before that: the client would hold an open connection that nobody answers. Per port one is on its way at a time; to
 * close one that arrived does nothing.
 */
function closeLostConnections({ process: child }: Worker): void {
  const underWay = new Map<string | undefined, HandedOver['handle']>();
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  child.send = (...values: unknown[]) => {
    const [message, handle] = values as [HandedOver['message'], HandedOver['handle']];
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn') underWay.set(message.key, handle);
    return send(...values);
  };
  child.once('exit', () => {
    for (const handle of underWay.values()) handle?.close();
  });
}

/** How a process ended: its exit code, or the signal that killed it. */
export type Ending = number | NodeJS.Signals;

/** A worker that lives this long is not one that keeps ending, in milliseconds. */
const STEADY_MS = 30_000;

/** What a worker asks of the primary on behalf of the others. */
export type AskOthers = (question: Question, asker: WorkerProcess) => unknown;

/** A worker as the primary sees it: one process, from its start to its end. */
export class WorkerProcess {
  /** Resolves when its doors are open; never rejects, and may never resolve. */
  readonly ready: Promise<Addresses>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  private readonly worker: Worker;
  private readonly peer: Peer;
  private readonly startedAt = performance.now();
  private resolveReady: (addresses: Addresses) => void = () => undefined;
  private joined = false;
  private opened = false;

  /**
   * @param admission When it may begin to read state; until then it is only loaded.
   * @param askOthers Answers what it asks of the others.
   */
  constructor(
    readonly assignment: WorkerAssignment,
    private readonly admission: Promise<void>,
    askOthers: AskOthers,
  ) {
    this.ready = new Promise((resolve) => {
      this.resolveReady = resolve;
    });
    this.worker = forkOn(assignment);
    closeLostConnections(this.worker);
    this.peer = new Peer(this.worker, (question) => this.answer(question, askOthers));
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
        this.joined = false;
        this.opened = false;
        this.peer.close();
        resolve(code ?? signal ?? 0);
      });
    });
    // A send to one that is just ending; its end is what matters.
    this.worker.on('error', () => undefined);
  }

  /** True while it holds state, or may begin to: changes must be shown to it. */
  get isJoined(): boolean {
    return this.joined;
  }

  /** True while its doors are open. */
  get isReady(): boolean {
    return this.opened;
  }

  /** True once it has lived so long that its end is nothing that follows from its start. */
  get isSteady(): boolean {
    return performance.now() - this.startedAt > STEADY_MS;
  }

  /** Asks the worker; rejects when it ends before the answer. */
  async ask(question: Question): Promise<unknown> {
    return this.peer.ask(question);
  }

  /** Has it end in good order; one that has not begun yet is ended at once. */
  stop(): void {
    if (this.joined) this.ask({ kind: 'stop' }).catch(() => undefined);
    else this.kill();
  }

  /** Has it open its log file again; one that has not begun yet opens it later. */
  hangUp(): void {
    if (this.joined) this.worker.process.kill('SIGHUP');
  }

  /** Ends it at once. */
  kill(): void {
    this.worker.process.kill('SIGKILL');
  }

  private answer(question: Question, askOthers: AskOthers): unknown {
    switch (question.kind) {
      case 'join':
        return this.admission.then(() => {
          this.joined = true;
        });
      case 'ready':
        this.opened = true;
        this.resolveReady(question.addresses);
        return undefined;
      default:
        return askOthers(question, this);
    }
  }
}
