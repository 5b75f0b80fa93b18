import { EventEmitter, once } from 'node:events';
import { type ClientReadableStream, type StatusObject } from '@grpc/grpc-js';

/** A call that answers with many messages, and those of them that nobody has taken yet. */
export class GrpcStream<T> {
  private readonly waiting: T[] = [];
  private readonly news = new EventEmitter();
  private status: StatusObject | undefined;

  constructor(private readonly call: ClientReadableStream<T>) {
    call.on('data', (message: T) => {
      this.waiting.push(message);
      this.news.emit('news');
    });
    call.once('status', (status: StatusObject) => {
      this.status = status;
      this.news.emit('news');
    });
    // The status tells the same.
    call.on('error', () => undefined);
  }

  /** True until the server or the test ends it. */
  get isOpen(): boolean {
    return this.status === undefined;
  }

  /** The next message. Rejects when the call ends without one. */
  async next(): Promise<T> {
    for (;;) {
      const message = this.waiting.shift();
      if (message !== undefined) return message;
      if (this.status !== undefined) throw new Error(`the stream ended: ${this.status.details}`);
      await once(this.news, 'news');
    }
  }

  /** How it ended. */
  async ended(): Promise<Pick<StatusObject, 'code' | 'details'>> {
    while (this.status === undefined) await once(this.news, 'news');
    const { code, details } = this.status;
    return { code, details };
  }

  cancel(): void {
    this.call.cancel();
  }
}
