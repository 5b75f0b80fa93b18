import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { replyJson, type AnswerHeaders } from './reply';

/** Beyond what a socket takes at once. */
const LARGE = 4 * 2 ** 20;

let server: Server;
let body: string | Uint8Array;
let headers: AnswerHeaders | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Vary', 'Origin');
    replyJson(request, response, 200, body, headers);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function port(): number {
  return (server.address() as AddressInfo).port;
}

/** Asks as Node's own client does, which takes no compressed answers. */
async function ask(more: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const [response] = (await once(
    get({ port: port(), headers: { Connection: 'keep-alive', ...more } }),
    'response',
  )) as [IncomingMessage];
  return response;
}

/** Everything that the server sends for these bytes, until it closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

describe('a JSON answer', () => {
  it.each([
    ['ASCII', '{"a":"b"}'],
    ['letters that are one byte in Latin-1 and two in UTF-8', '{"a":"äöü"}'],
    ['letters of three and four bytes', '{"a":"€😀"}'],
    ['bytes', Uint8Array.from(Buffer.from('{"a":"äöü"}'))],
    ['more than a socket takes at once', JSON.stringify('x'.repeat(LARGE))],
    ['as much beyond ASCII', JSON.stringify('ä'.repeat(LARGE))],
  ])('arrives as it was given: %s', async (_, given) => {
    body = given;
    const response = await ask();
    const bytes = await buffer(response);
    expect(bytes.equals(Buffer.from(given))).toBe(true);
    expect(response.headers['content-length']).toBe(`${bytes.length}`);
  });

  it('says when it was made, and for how long the connection stays', async () => {
    body = '{}';
    const response = await ask();
    await buffer(response);
    const { date, connection, 'keep-alive': keepAlive } = response.headers;
    expect(Date.parse(date ?? '')).not.toBeNaN();
    expect(connection).toBe('keep-alive');
    expect(keepAlive).toMatch(/^timeout=\d+/);
  });

  it.each([{}, { 'Accept-Encoding': 'gzip' }])(
    'has headers of its own beside those that are set: %j',
    async (more) => {
      body = JSON.stringify('x'.repeat(2000));
      headers = { ETag: '"a"', Vary: 'Cookie' };
      const response = await ask(more);
      headers = undefined;
      response.resume();
      expect(response.headers).toMatchObject({ etag: '"a"', 'content-type': 'application/json' });
      expect(response.headers.vary).toMatch(/^Origin, Cookie/);
    },
  );

  it('to HEAD has the head alone', async () => {
    body = '{"a":"b"}';
    const received = await exchange('HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: 9\r\n[^]*\r\n\r\n$/);
  });

  it('comes once for each of several requests that were sent at once', async () => {
    body = '{"a":"ä"}';
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n';
    const received = await exchange(`${request}\r\n${request}\r\n${request}Connection: close\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
    expect(received.match(/\{"a":"ä"\}/g)).toHaveLength(3);
  });
});
