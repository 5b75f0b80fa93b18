import type { Worker } from 'node:worker_threads';
import { UnavailableError } from '@pennon/domain';
import { startThread, withinTime } from '@pennon/platform';
import type { FileContents, FileText, Part, ReadLimits, Request, Response } from './messages';

/** Longest time that the thread may take for one answer, in milliseconds. */
const ANSWER_LIMIT_MS = 2 * 60_000;

/** How the thread is run. */
export interface WorkerOptions {
  /** The program of the thread: a file of JavaScript. */
  readonly program: string;
  /** Most memory that reading may take, in MiB: what needs more ends the thread, and not the process. */
  readonly maxMemoryMiB: number;
}

/** The documents say something that cannot be taken: reading them again comes to the same. */
export class RefusedDocumentsError extends UnavailableError {}

/** Waits for an answer. */
interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread that reads documents, because that takes seconds which evaluation has not. It is started for a look at which
 * there is something to read, asked one thing after another, and ended: with it goes all the memory that it took.
 *
 * @throws UnavailableError from every method when the thread has come to an end by itself, or takes too long.
 */
export class DocumentWorker {
  private readonly worker: Worker;
  private waiting: Waiting | undefined;
  private failure: Error | undefined;

  constructor(private readonly options: WorkerOptions) {
    this.worker = startThread(options.program, {
      // The thread need not know what this process was told, secrets for one.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMiB },
    });
    this.worker.on('message', (response: Response) => {
      this.settle(({ resolve }) => {
        resolve(response);
      });
    });
    this.worker.on('error', (error) => {
      this.fail(this.explained(error));
    });
    this.worker.on('exit', () => {
      this.fail(new UnavailableError('the thread that reads documents has ended'));
    });
  }

  /**
   * Reads files, in place of those it read before. Those that cannot be read are told apart from the others.
   */
  async read(files: readonly FileText[], limits: ReadLimits): Promise<FileContents> {
    const response = await this.ask({ kind: 'read', files, limits });
    return response.kind === 'contents' ? response : this.misunderstood();
  }

  /** Encoded segments or flags at these positions of what was read last, in parts, so that others have their turn. */
  async *lines(
    namespaceKey: string,
    part: Part,
    positions: readonly number[],
  ): AsyncGenerator<readonly string[], void, undefined> {
    const all = Uint32Array.from(positions);
    for (let start = 0; start < all.length;) {
      const response = await this.ask({ kind: 'lines', namespaceKey, part, positions: all.slice(start) });
      if (response.kind !== 'lines' || response.lines.length === 0) return this.misunderstood();
      yield response.lines;
      start += response.lines.length;
    }
  }

  /** Ends the thread, whatever it does. Never rejects. */
  async end(): Promise<void> {
    this.fail(new UnavailableError('the thread that reads documents was ended'));
    await this.worker.terminate();
  }

  private async ask(request: Request): Promise<Response> {
    if (this.failure !== undefined) throw this.failure;
    const answer = new Promise<Response>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    this.worker.postMessage(request);
    return withinTime(ANSWER_LIMIT_MS, 'reading documents', answer);
  }

  private settle(how: (waiting: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting !== undefined) how(waiting);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.settle(({ reject }) => {
      reject(error);
    });
  }

  private explained(error: Error): UnavailableError {
    const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isTooMuch
      ? `it takes more than ${this.options.maxMemoryMiB} MiB of memory; JSON takes less than YAML, and several files less than one`
      : error.message;
    return new UnavailableError(`the documents cannot be read: ${reason}`, { cause: error });
  }

  private misunderstood(): never {
    throw new UnavailableError('the thread that reads documents gave an answer to another question');
  }
}

/** Does work with a thread that reads documents, and ends the thread after it. */
export type WithWorker = <T>(work: (worker: DocumentWorker) => Promise<T>) => Promise<T>;
