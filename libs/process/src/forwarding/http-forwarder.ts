import {
  Agent,
  type AgentOptions,
  request as open,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LeaderAwayError } from './leader-listener';
import { PEER_HEADER, peerText } from '@pennon/api';

/**
 * Headers that are about one connection and not about the message (RFC 9110, 7.6.1), and ours, which nobody else sends.
 */
const ofTheConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  PEER_HEADER,
]);

/** Answers a request that could not be handed on. */
export type RefuseRequest = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/**
 * How long a connection to the leader is kept unused, in milliseconds: less than the leader keeps it, whose answers say
 * how long that is where it is even less.
 */
const LONGEST_IDLE_MS = 5000;

/** Unused connections that each worker keeps at most; the leader counts them with all others. */
const MOST_IDLE = 16;

/**
 * Hands requests on to the leader as they are, and its answers back, both while they arrive.
 *
 * A kept connection may just be closing, and the request be lost in it, or be heard all the same. So only requests that
 * can be sent again use kept connections: those of a safe method (RFC 9110, 9.2.1) that have no body. Any other request
 * has a connection of its own.
 */
export class HttpForwarder {
  private readonly kept: Agent;
  private readonly own: Agent;

  /** @param basePath What was taken off the requests, and the leader takes off again. */
  constructor(
    socketPath: string,
    private readonly secret: string,
    private readonly basePath: string,
  ) {
    this.kept = new LeaderAgent(socketPath, {
      keepAlive: true,
      timeout: LONGEST_IDLE_MS,
      maxFreeSockets: MOST_IDLE,
    });
    this.own = new LeaderAgent(socketPath, { keepAlive: false });
  }

  /** @param refuse Answers in place of a leader that does not. */
  forward(request: IncomingMessage, response: ServerResponse, refuse: RefuseRequest): void {
    this.send(request, response, canBeRepeated(request) ? this.kept : this.own, refuse);
  }

  /** Gives back the connections that are kept, when nothing is handed on any more. */
  close(): void {
    this.kept.destroy();
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    agent: Agent,
    refuse: RefuseRequest,
  ): void {
    const handedOn = this.begin(request, agent);
    handedOn.once('response', (answer) => {
      pass(answer, response);
      // An early answer leaves a rest of the body, which the leader no longer reads.
      answer.once('end', () => {
        request.unpipe(handedOn).resume();
      });
    });
    handedOn.on('error', (cause) => {
      // The caller has gone, or is in the middle of an answer: there is nothing left to say.
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      // The connection had ended since it was last used.
      else if (handedOn.reusedSocket) this.send(request, response, this.own, refuse);
      else refuse(request, response, new LeaderAwayError({ cause }));
    });
    // Closes the connection also when the caller leaves before the answer.
    response.once('close', () => handedOn.destroy());
    // The leader may refuse the request by its head alone.
    handedOn.flushHeaders();
    // A caller that waits for an invitation to send its body is invited by the leader.
    if (request.headers.expect === undefined) request.pipe(handedOn);
    else handedOn.once('continue', () => request.pipe(handedOn));
  }

  private begin(
    { method, url = '/', rawHeaders, headers, socket }: IncomingMessage,
    agent: Agent,
  ): ClientRequest {
    const kept = endToEnd(rawHeaders);
    if (headers.host === undefined) kept.push('Host', 'localhost');
    // Its length is not known before it is here.
    if (headers['transfer-encoding'] !== undefined) kept.push('Transfer-Encoding', 'chunked');
    // Closed by this side, once it has the answer: a server that is to close puts off an early answer.
    kept.push(PEER_HEADER, peerText(this.secret, socket.remoteAddress), 'Connection', 'keep-alive');
    return open({ method, path: this.basePath + url, headers: kept, agent });
  }
}

/** True for a request that asks for nothing to be done, and is here as a whole. */
function canBeRepeated({ method, headers }: IncomingMessage): boolean {
  const isSafe = method === 'GET' || method === 'HEAD';
  return isSafe && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Connects to the leader. */
class LeaderAgent extends Agent {
  constructor(
    private readonly socketPath: string,
    options: AgentOptions,
  ) {
    super(options);
  }

  override createConnection(): Duplex {
    return new AnswerFirstSocket().connect(this.socketPath);
  }
}

/**
 * A connection that ends when the other end stops answering, not when it stops listening.
 *
 * The leader may answer before it has read the whole request, and close. Later writes fail, and a plain socket would
 * then throw away the answer that has arrived. Writes to a dead leader fail too, but then reading ends without an
 * answer.
 */
class AnswerFirstSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: () => void): void {
    super._write(chunk, encoding, ignoringErrors(done));
  }

  override _writev(chunks: WriteChunks, done: () => void): void {
    super._writev?.(chunks, ignoringErrors(done));
  }
}

type WriteChunks = Parameters<NonNullable<Socket['_writev']>>[0];

function ignoringErrors(done: () => void): () => void {
  return () => {
    done();
  };
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 500, statusMessage = '', rawHeaders } = answer;
  response.writeHead(statusCode, statusMessage, endToEnd(rawHeaders));
  answer.pipe(response);
  answer.once('error', () => response.destroy());
}

/** Names and values in turn, as they were sent. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!ofTheConnection.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
