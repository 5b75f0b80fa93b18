import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UnauthenticatedError } from '@pennon/domain';
import { errorStatus } from '../errors/error-status';
import { bodyAtHand, readBody, whenRead, type BodyBounds } from './read-body';
import { replyJson, replyNotModified } from './reply';
import { WholeRequest } from './whole-request';
import { WholeResponse } from './whole-response';

const LIMIT = 8 * 2 ** 20;

/** What the server saw, in the order that it did. */
let seen: string[];
let servers: Record<Kind, Server>;
let requests: number;

/** Of ours, ours that answers once the body is read, and Node's own. */
type Kind = 'whole' | 'read' | 'plain';

beforeAll(async () => {
  servers = {
    whole: createServer({ IncomingMessage: WholeRequest, ServerResponse: WholeResponse }, listener),
    read: createServer({ IncomingMessage: WholeRequest, ServerResponse: WholeResponse }, listenerOfRead),
    plain: createServer({ IncomingMessage, ServerResponse }, listener),
  };
  for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  for (const server of Object.values(servers)) {
    server.close();
    server.closeAllConnections();
  }
});

beforeEach(() => {
  seen = [];
  requests = 0;
});

/** Headers that belong to one answer. */
const tagged = { ETag: '"a"', Vary: 'Cookie' };

function listener(request: IncomingMessage, response: ServerResponse): void {
  request.id = `request-${++requests}`;
  for (const event of ['finish', 'close']) response.once(event, () => seen.push(event));
  void answer(request, response);
}

function listenerOfRead(request: IncomingMessage, response: ServerResponse): void {
  whenRead(request, boundsOf(request), () => {
    listener(request, response);
  });
}

function boundsOf({ url }: IncomingMessage): BodyBounds {
  const admitLarge = (): void => {
    if (url === '/closed') throw new UnauthenticatedError();
  };
  return { limit: url === '/small' ? 8 : LIMIT, admitLarge };
}

/** Tells of the body, unless the path has it done otherwise. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.url === '/unread') {
      replyJson(request, response, 200, '{"unread":true}');
    } else if (request.url === '/held') {
      response.setHeader('X-One', 'a');
      replyNotModified(request, response, tagged);
    } else if (request.url === '/tagged') {
      replyJson(request, response, 200, '{}', tagged);
    } else {
      if (request.url === '/late') await delay(20);
      const body = await readBody(request, boundsOf(request));
      response.setHeader('X-One', 'ä');
      response.setHeader('Vary', ['A', 'B']);
      const hash = createHash('sha256').update(body).digest('hex');
      replyJson(request, response, 200, JSON.stringify({ bytes: body.length, hash, text: 'ä€😀' }));
    }
  } catch (error) {
    const { message } = error as Error;
    seen.push(message);
    replyJson(request, response, errorStatus(error).http, JSON.stringify({ message }));
  }
}

function open(name: Kind): Socket {
  return connect((servers[name].address() as AddressInfo).port, '127.0.0.1');
}

/** Everything that comes back for these pieces, each sent by itself, until the server closes; without times and ids. */
async function exchange(name: Kind, pieces: readonly (string | Buffer)[]): Promise<string> {
  const received = await receive(name, pieces);
  return received.replaceAll(/Date: [^\r]+/g, 'Date: now').replaceAll(/x-request-id: [^\r]*\r\n/g, '');
}

async function receive(name: Kind, pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = open(name);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await delay(5);
  }
  await closed;
  return received;
}

const large = Buffer.alloc(4 * 2 ** 20, 'large');
const last = 'Connection: close\r\n\r\n';
const post = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n`;
/** Has the server close a connection that it would keep. */
const end = `GET / HTTP/1.1\r\nHost: a\r\n${last}`;
/** A body that would be answered many times if it were taken for the requests that follow. */
const hidden = Buffer.alloc(4 * 2 ** 20, 'GET /tagged HTTP/1.1\r\nHost: a\r\n\r\n');

it.each<[string, readonly (string | Buffer)[]]>([
  ['a body with the head', [`${post('/', 3)}\r\nabc`, end]],
  ['a body behind the head', [`${post('/', 3)}\r\n`, 'abc', end]],
  ['a body in pieces', [`${post('/', 6)}\r\nab`, 'cd', 'ef', end]],
  ['an empty body', [`${post('/', 0)}\r\n`, end]],
  ['a large body', [`${post('/', large.length)}\r\n`, large, end]],
  [
    'a chunked body',
    ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', '0\r\n\r\n', end],
  ],
  ['a body that is read late', [`${post('/late', 3)}\r\nabc`, end]],
  [
    'a body that is read late, and comes later',
    [`${post('/late', 3)}\r\n`, '', '', '', '', '', '', 'abc', end],
  ],
  ['a body that nobody reads', [`${post('/unread', 6)}\r\nabc`, 'def', end]],
  ['a body that is too large', [`${post('/small', 12)}\r\nabcdefghi`, 'jkl', end]],
  ['a large body that nobody may send', [`${post('/closed', large.length)}\r\n`, large, end]],
  ['a large body of requests that nobody may send', [`${post('/closed', hidden.length)}\r\n`, hidden, end]],
  ['requests one after the other', [`${post('/', 3)}\r\nabc`, `${post('/', 4)}\r\nabcd`, end]],
  ['requests at once', [`${post('/', 3)}\r\nabc${post('/late', 4)}\r\nabcd${post('/', 5)}\r\nabcde${end}`]],
  ['a GET', ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', end]],
  ['a GET with a body', ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', end]],
  ['an answer that the caller has', ['GET /held HTTP/1.1\r\nHost: a\r\n\r\n', end]],
  ['an answer with headers of its own', ['GET /tagged HTTP/1.1\r\nHost: a\r\n\r\n', end]],
  ['a HEAD', ['HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', end]],
  ['the last request of a connection', [`${post('/', 3)}${last}abc`]],
  ['HTTP/1.0', ['POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc']],
  ['HTTP/1.0 that keeps the connection', ['GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', end]],
  ['a body that waits to be asked for', [`${post('/', 3)}Expect: 100-continue\r\n\r\n`, 'abc', end]],
])('answers as Node does, byte for byte: %s', async (_, pieces) => {
  const received = await exchange('whole', pieces);
  expect(received).toBe(await exchange('plain', pieces));
  expect(await exchange('read', pieces)).toBe(received);
  expect(received).toMatch(/^HTTP\/1\.1 [^]+\r\n\r\n/);
});

it.each<[string, readonly string[]]>([
  ['in one piece, and the last on its connection', [`${post('/', 3)}\r\nabc`, end]],
  ['while it waits for the one before it', [`${post('/late', 3)}\r\nabc${end}`]],
  ['to a caller who has it', ['GET /held HTTP/1.1\r\nHost: a\r\n\r\n', end]],
])('names the request of an answer: %s', async (_, pieces) => {
  const received = await receive('whole', pieces);
  expect(received.match(/^x-request-id: .*$/gm)).toEqual([
    'x-request-id: request-1',
    'x-request-id: request-2',
  ]);
});

describe.each(['whole', 'read', 'plain'] as const)('with requests and answers that are %s', (name) => {
  it('says once that an answer is finished, and that it is closed', async () => {
    await exchange(name, [`${post('/', 3)}${last}abc`]);
    expect(seen).toEqual(['finish', 'close']);
  });

  it('hears of a caller who goes away before the end of the body', async () => {
    const socket = open(name);
    socket.write(`${post('/', 100)}\r\nabc`);
    await delay(20);
    socket.destroy();
    while (seen.length === 0) await delay(5);
    expect(seen).toContain('the client went away');
  });

  it('lets go of a request that was answered', async () => {
    const socket = open(name);
    socket.write(`${post('/', 3)}\r\nabc`);
    await once(socket, 'data');
    // Closes connections on which nothing is asked.
    servers[name].closeIdleConnections();
    await once(socket, 'close');
    expect(seen).toEqual(['finish', 'close']);
  });
});

it('has the body without a promise once it was read', async () => {
  let body: Buffer | undefined;
  const server = createServer({ IncomingMessage: WholeRequest }, (request, response) => {
    whenRead(request, boundsOf(request), () => {
      body = bodyAtHand(request);
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'abc' });
  server.close();
  server.closeAllConnections();
  expect(body).toEqual(Buffer.from('abc'));
});
