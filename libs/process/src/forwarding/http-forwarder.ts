import {
  Agent,
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
 * Hands requests on to the leader as they are, and its answers back, both while they arrive.
 *
 * Every request has a connection of its own: one that was kept could just be closing, and the request be lost in it.
 */
export class HttpForwarder {
  private readonly agent: Agent;

  /** @param basePath What was taken off the requests, and the leader takes off again. */
  constructor(
    socketPath: string,
    private readonly secret: string,
    private readonly basePath: string,
  ) {
    this.agent = new LeaderAgent(socketPath);
  }

  /** @param refuse Answers in place of a leader that does not. */
  forward(request: IncomingMessage, response: ServerResponse, refuse: RefuseRequest): void {
    const handedOn = this.begin(request);
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

  private begin({ method, url = '/', rawHeaders, headers, socket }: IncomingMessage): ClientRequest {
    const kept = endToEnd(rawHeaders);
    if (headers.host === undefined) kept.push('Host', 'localhost');
    // Its length is not known before it is here.
    if (headers['transfer-encoding'] !== undefined) kept.push('Transfer-Encoding', 'chunked');
    // Closed by this side, once it has the answer: a server that is to close puts off an early answer.
    kept.push(PEER_HEADER, peerText(this.secret, socket.remoteAddress), 'Connection', 'keep-alive');
    return open({ method, path: this.basePath + url, headers: kept, agent: this.agent });
  }
}

/** Connects to the leader, anew for each request. */
class LeaderAgent extends Agent {
  constructor(private readonly socketPath: string) {
    super({ keepAlive: false });
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
