import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes what it likes. */
export class RawSocket {
  /** All that came back so far. */
  received = '';
  private readonly news = new EventEmitter();

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => {
      this.received += text;
      this.news.emit('news');
    });
    socket.once('close', () => this.news.emit('news'));
    // A server may cut off a connection that it has done with; that it has ended is told by `closed`.
    socket.on('error', () => undefined);
  }

  /** Rejects when nothing listens there. */
  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Resolves when what came back matches. Rejects when the connection ends before. */
  async receives(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.received)) {
      if (this.socket.closed) throw new Error(`the connection ended after ${JSON.stringify(this.received)}`);
      await once(this.news, 'news');
    }
  }

  /** Resolves when the connection has ended. */
  async closed(): Promise<void> {
    while (!this.socket.closed) await once(this.news, 'news');
  }

  close(): void {
    this.socket.destroy();
  }
}
