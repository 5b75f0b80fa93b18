import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** How often connections that have become idle are looked for while the server ends, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** The connections of a server, known from its start so that it can end without waiting for those that ask nothing. */
export class Connections {
  /** Those that have not asked for anything yet, which the server does not count as idle, by who is at the other end. */
  private readonly silent = new Map<unknown, Socket>();

  private closed: Promise<void> | undefined;

  constructor(private readonly server: Server) {
    // What a request comes by is the connection itself, unless it was decrypted.
    const peerOf = server instanceof TlsServer ? addressOf : same;
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.silent.set(peer, socket);
      socket.once('close', () => this.silent.delete(peer));
    });
    server.on('request', ({ socket }) => this.silent.delete(peerOf(socket)));
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
    for (const socket of this.silent.values()) socket.destroy();
  }
}

/** The event by which a server takes a connection that needs no decrypting. */
export function connectionEventOf(server: Server): 'connection' | 'secureConnection' {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}

/** The same for a connection and for what is decrypted of it; what has no address was never encrypted. */
function addressOf(socket: Socket): unknown {
  const { remoteAddress, remotePort } = socket;
  return remotePort === undefined ? socket : `${remoteAddress} ${remotePort}`;
}

function same(socket: Socket): unknown {
  return socket;
}
