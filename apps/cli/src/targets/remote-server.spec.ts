import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { DomainError, type ErrorCode } from '@pennon/domain';
import { RemoteServer } from './remote-server';
import { type ServerCallOptions, ServerCalls } from './server-calls';

const token = 'a-token-that-is-secret';

/** A request as the server got it. */
interface Received {
  readonly verb: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
}

let listener: Server;
let received: Received[];
let answer: RequestListener;

beforeEach(async () => {
  received = [];
  listener = createServer((request, response) => {
    const { method: verb, url, headers } = request;
    received.push({ verb, url, authorization: headers.authorization });
    request.resume();
    answer(request, response);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});

afterEach(async () => {
  listener.closeAllConnections();
  const closed = once(listener, 'close');
  listener.close();
  await closed;
});

function address(): string {
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

function remote(options: ServerCallOptions = {}, path = '', shown: string | undefined = token): RemoteServer {
  return new RemoteServer(new ServerCalls(`${address()}${path}`, shown, options));
}

/** The server answers every request with that. */
function answers(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  answer = (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

async function failureOf(call: Promise<unknown>): Promise<readonly [ErrorCode, string]> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('there was no domain error', { cause: error });
  expect(`${error.message} ${error.stack ?? ''} ${String(error.cause)}`).not.toContain(token);
  return [error.code, error.message.replaceAll(address(), 'SERVER')];
}

describe('a request', () => {
  test('goes below the path of the address, with the token in its header alone', async () => {
    answers(200, { namespaces: [], nextPageToken: '', totalCount: 0 });
    await remote({}, '/pennon/').listNamespaces();
    expect(received).toEqual([
      { verb: 'GET', url: '/pennon/api/v1/namespaces?limit=100', authorization: `Bearer ${token}` },
    ]);
  });

  test('has no credential where there is none', async () => {
    answers(200, {});
    await new RemoteServer(new ServerCalls(address(), undefined)).listNamespaces();
    expect(received[0]?.authorization).toBeUndefined();
  });

  test('holds keys in a way that they stay one part of the path', async () => {
    answers(200, {});
    await remote().deleteToken('a/b?c#d e');
    expect(received[0]).toMatchObject({ verb: 'DELETE', url: '/auth/v1/tokens/a%2Fb%3Fc%23d%20e' });
  });

  test('is never made with a token that no header can hold', () => {
    for (const odd of [`${token}\r\nX: y`, `${token} `, `${token}é`, '']) {
      const open = (): RemoteServer => remote({}, '', odd);
      expect(open).toThrow('the token holds characters that no token has');
      expect(open).not.toThrow(token);
    }
  });
});

describe('a list', () => {
  test('is read page by page', async () => {
    answer = (request, response) => {
      const page = new URL(request.url ?? '', address()).searchParams.get('pageToken');
      const namespaces = [{ key: page ?? 'first', name: 'n' }];
      const next = page === null ? 'second' : page === 'second' ? 'third+/=' : '';
      response.end(JSON.stringify({ namespaces, nextPageToken: next }));
    };
    expect(await remote().listNamespaces()).toEqual(['first', 'second', 'third+/=']);
  });

  test('that goes round in circles is given up', async () => {
    answers(200, { namespaces: [{ key: 'a' }], nextPageToken: 'again' });
    expect(await failureOf(remote().listNamespaces())).toEqual([
      'UNAVAILABLE',
      'SERVER sent an answer that a Pennon server of this version does not send',
    ]);
    expect(received).toHaveLength(2);
  });
});

describe('what a person is told when', () => {
  const json = (code: number, message: string): object => ({ code, message, details: [] });
  const older = 'it is not a Pennon server, or one of an older version, or it lives below another path';

  test.each<[string, number, unknown, ErrorCode, string]>([
    [
      'the token is not good',
      401,
      json(16, 'request was not authenticated'),
      'UNAUTHENTICATED',
      'SERVER refuses the token: it is not one of its own, has expired or was revoked, or is for one namespace only',
    ],
    [
      'the caller must not',
      403,
      json(7, 'permission denied: role "viewer" may not create flags in namespace "a"'),
      'PERMISSION_DENIED',
      'SERVER says: permission denied: role "viewer" may not create flags in namespace "a"',
    ],
    ['there is a proxy that refuses', 403, '<html>', 'PERMISSION_DENIED', 'SERVER answered 403'],
    ['the RPC is unknown', 404, json(5, 'Not Found'), 'UNIMPLEMENTED', `SERVER answered 404: ${older}`],
    [
      'there is another server',
      404,
      '404 page not found\n',
      'UNIMPLEMENTED',
      `SERVER answered 404: ${older}`,
    ],
    [
      'the verb is unknown',
      501,
      json(12, 'Method Not Allowed'),
      'UNIMPLEMENTED',
      `SERVER answered 501: ${older}`,
    ],
    [
      'it is a reader',
      404,
      json(12, 'X is answered by the write tier; this is a reader'),
      'UNIMPLEMENTED',
      'SERVER says: X is answered by the write tier; this is a reader',
    ],
    ['what was sent is wrong', 400, json(3, 'invalid field a: b'), 'INVALID_ARGUMENT', 'invalid field a: b'],
    ['a proxy finds it wrong', 400, '<html>', 'UNAVAILABLE', 'SERVER answered 400'],
    ['there is too much', 429, json(8, 'too many'), 'RESOURCE_EXHAUSTED', 'SERVER says: too many'],
    ['a proxy finds it too much', 413, '', 'TOO_LARGE', 'SERVER answered 413'],
    [
      'it is read-only',
      500,
      json(13, 'modification is not allowed'),
      'UNAVAILABLE',
      'SERVER says: modification is not allowed',
    ],
    ['it is away', 502, '<html>', 'UNAVAILABLE', 'SERVER answered 502'],
    [
      'it answers something else',
      200,
      '<html>',
      'UNAVAILABLE',
      'SERVER answers, but not in JSON: it is not a Pennon server',
    ],
    [
      'it answers odd JSON',
      200,
      { namespaces: 7 },
      'UNAVAILABLE',
      'SERVER sent an answer that a Pennon server of this version does not send',
    ],
    [
      'it answers no object',
      200,
      '[]',
      'UNAVAILABLE',
      'SERVER sent an answer that a Pennon server of this version does not send',
    ],
  ])('%s', async (_, status, body, code, message) => {
    answers(status, body);
    expect(await failureOf(remote().listNamespaces())).toEqual([code, message]);
  });

  test('a token is needed', async () => {
    answers(401, json(16, 'request was not authenticated'));
    const failure = await failureOf(new RemoteServer(new ServerCalls(address(), undefined)).listNamespaces());
    expect(failure).toEqual(['UNAUTHENTICATED', 'SERVER wants to know who calls: a client token is needed']);
  });

  test('nobody listens', async () => {
    const server = remote();
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    await once(unused, 'close');
    const gone = new RemoteServer(new ServerCalls(`http://127.0.0.1:${port}`, token));
    const [code, message] = await failureOf(gone.listNamespaces());
    expect([code, message]).toEqual([
      'UNAVAILABLE',
      expect.stringMatching(/^http:\/\/127.0.0.1:\d+ cannot be reached: .*ECONNREFUSED/),
    ]);
    expect(server.address).toBe(address());
  });

  test('the connection breaks in the middle of an answer', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"namespaces"', () => response.destroy());
    };
    const [code, message] = await failureOf(remote().listNamespaces());
    expect([code, message]).toEqual(['UNAVAILABLE', expect.stringMatching(/^SERVER cannot be reached: /)]);
  });

  test('no answer comes in time', async () => {
    answer = () => undefined;
    const failure = await failureOf(remote({ timeoutMs: 100 }).listNamespaces());
    expect(failure).toEqual(['UNAVAILABLE', 'SERVER did not answer within 0.1 s']);
  });

  test('the caller has had enough', async () => {
    const stopping = new AbortController();
    answer = () => {
      stopping.abort();
    };
    const failure = await failureOf(remote({ signal: stopping.signal }).listNamespaces());
    expect(failure).toEqual(['CANCELLED', 'interrupted']);
  });
});

describe('a redirect', () => {
  test.each([
    [
      'to another server',
      'https://elsewhere.example/login?next=secret',
      'to https://elsewhere.example/login',
    ],
    ['within the server', '/other?q=secret', 'to SERVER/other'],
    ['to nowhere', 'http://', 'elsewhere'],
  ])('%s is not followed, and named', async (_, location, where) => {
    answers(302, '', { Location: location });
    expect(await failureOf(remote().listNamespaces())).toEqual([
      'UNAVAILABLE',
      `SERVER sends callers ${where}: give the address of the server itself`,
    ]);
    expect(received).toHaveLength(1);
  });
});

describe('an evaluation', () => {
  const question = { namespaceKey: 'shop', flagKey: 'f', entityId: 'e', context: { a: 'b' } };

  test('of a flag that there is not is not found', async () => {
    const response = { type: 'ERROR_EVALUATION_RESPONSE_TYPE', errorResponse: { flagKey: 'f' } };
    answers(200, { responses: [response] });
    expect(await failureOf(remote().evaluate(question))).toEqual(['NOT_FOUND', 'flag "shop/f" not found']);
  });

  test('without an answer is a failure', async () => {
    answers(200, { responses: [] });
    expect((await failureOf(remote().evaluate(question)))[0]).toBe('UNAVAILABLE');
  });
});
