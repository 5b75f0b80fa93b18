import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as SocketServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** How often connections that have become idle are looked for while the server ends, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** A connection, and its latest answer; undefined before it has asked for anything. */
interface Connection {
  readonly socket: Socket;
  answer: ServerResponse | undefined;
}

/**
 * The connections of a server, known from its start so that it can end without waiting for those that ask nothing, and
 * without cutting off what is about to ask.
 */
export class Connections {
  /** By who is at the other end. */
  private readonly open = new Map<unknown, Connection>();
  private closed: Promise<void> | undefined;
  private isEnding = false;

  constructor(private readonly server: Server) {
    // What a request comes by is the connection itself, unless it was decrypted.
    const peerOf = server instanceof TlsServer ? addressOf : same;
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.open.set(peer, { socket, answer: undefined });
      socket.once('close', () => this.open.delete(peer));
    });
    // Before the listener that answers.
    server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
      const connection = this.open.get(peerOf(socket));
      if (connection !== undefined) connection.answer = answer;
      if (this.isEnding) answer.shouldKeepAlive = false;
    });
  }

  /** Takes no more connections; those that are there go on. */
  refuse(): void {
    this.closed ??= new Promise((resolve) => {
      // The method of HTTP servers would close the idle ones at once, and with them what is just being sent there.
      SocketServer.prototype.close.call(this.server, () => {
        resolve();
      });
    });
  }

  /**
   * Closes the listener and waits for the requests under way.
   *
   * Every answer from now on is the last one on its connection, and says so. Connections that ask for nothing are
   * closed as soon as `lingerMs` are over, and all that is left after `timeoutMs` is cut off.
   *
   * @param lingerMs Time for those who hold a connection to use it once more, and learn by the answer that it ends: who
   *   sends a request into a connection that is just closing cannot know whether it was heard, and must not repeat it.
   */
  async end(lingerMs: number, timeoutMs: number): Promise<void> {
    this.refuse();
    this.isEnding = true;
    for (const { answer } of this.open.values()) {
      if (answer?.headersSent === false) answer.shouldKeepAlive = false;
    }
    const deadline = setTimeout(() => {
      this.server.closeAllConnections();
    }, timeoutMs);
    await Promise.race([this.closed, delay(lingerMs, undefined, { ref: false })]);
    const idleCheck = setInterval(() => {
      this.closeIdle();
    }, IDLE_CHECK_MS);
    await this.closed;
    clearInterval(idleCheck);
    clearTimeout(deadline);
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
    // Those that have not asked for anything yet, which the server does not count as idle.
    for (const { socket, answer } of this.open.values()) if (answer === undefined) socket.destroy();
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
