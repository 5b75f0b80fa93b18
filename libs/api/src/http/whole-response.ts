import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { REQUEST_ID_HEADER } from '@pennon/platform';
import { idOf } from './whole-request';

/** The second that was written last, and its line. */
let last = { second: NaN, line: '' };

/** The `Date` header with its `\r\n`, put together once a second (RFC 9110, 6.6.1). */
function dateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== last.second) last = { second, line: `Date: ${new Date(now).toUTCString()}\r\n` };
  return last.line;
}

/** What Node's server keeps of an answer, and its types leave out. */
interface ServerSide {
  /** The head as it is sent; null until it is known. */
  _header: string | null;
  _headerSent: boolean;
  /** Milliseconds; 0 for as long as the caller likes. */
  _keepAliveTimeout: number;
  /** Names of the headers that are set, as they were written. */
  getRawHeaderNames(): readonly string[];
}

/** Status lines by status. */
const statusLines = new Map<number, string>();

/** The lines that tell how long a connection is kept, by milliseconds. */
const keepAliveLines = new Map<number, string>();

/**
 * An answer that can be sent in one piece, head and body, past the stream that it is.
 *
 * The stream is there for answers that come in parts, or wait for the one before them; the small ones of hot routes are
 * neither, and cost half of what Node takes for them when they are written to the socket at once (docs/adr/0022).
 *
 * Both ways name the request, whoever answers it.
 */
export class WholeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /**
   * Whether {@link sendWhole} will do: the connection waits for this answer and no other, and is kept after it.
   */
  get canBeSentWhole(): boolean {
    const { socket } = this;
    return (
      // Without a socket there is an answer before it that is not finished.
      socket !== null &&
      socket.writable &&
      this.shouldKeepAlive &&
      !this.headersSent &&
      this.req.method !== 'HEAD' &&
      !this.hasHeader('Connection')
    );
  }

  /**
   * Sends the answer, with the headers that are set.
   *
   * @param lines Headers beside those, each with its `\r\n`. Nothing in them may come from outside.
   * @param body What the headers say it is; text is in the encoding.
   */
  sendWhole(status: number, lines: string, body: string | Uint8Array, encoding: 'latin1' | 'utf8'): void {
    const state = this as unknown as ServerSide;
    const { socket } = this;
    const keepAlive = keepAliveLineOf(state._keepAliveTimeout);
    const name = `${REQUEST_ID_HEADER}: ${idOf(this.req)}\r\n`;
    const head = `${statusLineOf(status)}${this.linesOfSet()}${name}${lines}${dateLine()}Connection: keep-alive\r\n${keepAlive}\r\n`;
    this.statusCode = status;
    state._header = head;
    state._headerSent = true;
    // oxlint-disable-next-line typescript/no-deprecated -- Read by all that ask whether the answer has ended.
    this.finished = true;
    const sent = (error?: Error | null): void => {
      if (error === undefined || error === null) this.emit('finish');
    };
    if (typeof body === 'string') {
      socket?.write(head + body, encoding, sent);
    } else {
      socket?.cork();
      socket?.write(head, 'latin1');
      socket?.write(body, sent);
      socket?.uncork();
    }
  }

  /** Called by Node as well, for a head that nobody writes. */
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    if (!this.headersSent) this.setHeader(REQUEST_ID_HEADER, idOf(this.req));
    return super.writeHead(...([status, ...rest] as Parameters<ServerResponse['writeHead']>));
  }

  /** The headers that were set one by one; Node has looked at each when it was. */
  private linesOfSet(): string {
    let lines = '';
    for (const name of (this as unknown as ServerSide).getRawHeaderNames()) {
      const value = this.getHeader(name) ?? '';
      if (Array.isArray(value)) for (const one of value) lines += `${name}: ${one}\r\n`;
      else lines += `${name}: ${value}\r\n`;
    }
    return lines;
  }
}

function statusLineOf(status: number): string {
  return keptIn(statusLines, status, () => `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`);
}

function keepAliveLineOf(milliseconds: number): string {
  return keptIn(keepAliveLines, milliseconds, () =>
    milliseconds === 0 ? '' : `Keep-Alive: timeout=${Math.floor(milliseconds / 1000)}\r\n`,
  );
}

function keptIn(lines: Map<number, string>, key: number, make: () => string): string {
  let line = lines.get(key);
  if (line === undefined) {
    line = make();
    lines.set(key, line);
  }
  return line;
}
