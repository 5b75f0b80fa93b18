import { type Server } from 'node:http';
import { type Socket } from 'node:net';

/** How often connections that have become idle are looked for while the server ends, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** The connections of a server, known from its start so that it can end without waiting for those that ask nothing. */
export class Connections {
  /** Those that have not asked for anything yet, which the server does not count as idle. */
  private readonly silent = new Set<Socket>();

  private closed: Promise<void> | undefined;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.silent.add(socket);
      socket.once('close', () => this.silent.delete(socket));
    });
    server.on('request', ({ socket }) => this.silent.delete(socket));
  }

  /** Takes no more connections; those that are there go on. */
  refuse(): void {
    this.closed ??= new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  /**
   * Closes the listener and waits for the requests under way.
   *
   * Connections that ask for nothing are closed as soon as that is so, and all that is left after `timeoutMs` is cut
   * off.
   */
  async end(timeoutMs: number): Promise<void> {
    this.refuse();
    const idleCheck = setInterval(() => {
      this.closeIdle();
    }, IDLE_CHECK_MS);
    const deadline = setTimeout(() => {
      this.server.closeAllConnections();
    }, timeoutMs);
    await this.closed;
    clearInterval(idleCheck);
    clearTimeout(deadline);
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
    for (const socket of this.silent) socket.destroy();
  }
}
