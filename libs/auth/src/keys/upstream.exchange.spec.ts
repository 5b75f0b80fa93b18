import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { exchangeJson, ProviderSetupError } from './upstream';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function url(path = '/keys?secret=1'): URL {
  return new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

describe('an exchange of JSON', () => {
  it('gets a document, whatever content type it claims to be', async () => {
    answer = (_, response) => response.setHeader('Content-Type', 'text/plain').end('{"a":1}');
    expect(await exchangeJson({ url: url(), headers: { 'X-Mine': 'yes' } })).toEqual({ a: 1 });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/keys?secret=1' });
    expect(requests[0]?.headers).toMatchObject({ 'x-mine': 'yes', accept: 'application/json, */*' });
  });

  it('posts a body', async () => {
    answer = (request, response) => request.pipe(response.writeHead(201));
    expect(await exchangeJson({ url: url(), body: { ä: [1] } })).toEqual({ ä: [1] });
    expect(requests[0]).toMatchObject({ method: 'POST' });
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '10',
    });
  });

  it.each([400, 401, 404, 500, 503])('fails with %d', async (status) => {
    answer = (_, response) => response.writeHead(status).end('{}');
    await expect(exchangeJson({ url: url() })).rejects.toThrow(`/keys: answered ${status}`);
  });

  it.each([
    ['/there?secret=1', 'to http://127.0.0.1:PORT/there'],
    ['https://moved.example/keys#x', 'to https://moved.example/keys'],
    ['http://[', 'elsewhere'],
    ['', 'elsewhere'],
  ])('is a fault of the set-up that redirects to %j, which is named and not followed', async (to, place) => {
    for (const status of [301, 302, 307]) {
      answer = (_, response) => response.writeHead(status, { Location: to }).end('{}');
      const failure = exchangeJson({ url: url() });
      await expect(failure).rejects.toBeInstanceOf(ProviderSetupError);
      await expect(failure).rejects.toThrow(`/keys redirects ${place.replace('PORT', url().port)}: `);
    }
    expect(requests.map((request) => request.url)).toEqual(Array(3).fill('/keys?secret=1'));
  });

  it('reads JSON after a byte order mark', async () => {
    answer = (_, response) => response.end('\uFEFF{"a":1}');
    expect(await exchangeJson({ url: url() })).toEqual({ a: 1 });
  });

  it.each(['', '{', 'not found', '<html>'])('fails with the text %p', async (text) => {
    answer = (_, response) => response.end(text);
    await expect(exchangeJson({ url: url() })).rejects.toThrow(/\/keys: .*JSON/);
  });

  it('reads 1 MiB at most', async () => {
    const padding = 1024 * 1024 - 2;
    answer = (_, response) => response.end(JSON.stringify('x'.repeat(padding)));
    expect(await exchangeJson({ url: url() })).toHaveLength(padding);
    answer = (_, response) => response.end(JSON.stringify('x'.repeat(padding + 1)));
    await expect(exchangeJson({ url: url() })).rejects.toThrow('more than 1048576 bytes');
  });

  it('gives up after five seconds, also when the answer has begun', async () => {
    const started = Date.now();
    const silent = { url: url('/silent') };
    const slow = { url: url('/slow') };
    answer = (request, response) => {
      if (request.url === '/slow') response.write('{');
    };
    await Promise.all([
      expect(exchangeJson(silent)).rejects.toThrow(/\/silent: .*aborted/),
      expect(exchangeJson(slow)).rejects.toThrow(/\/slow: .*aborted/),
    ]);
    expect(Date.now() - started).toBeGreaterThanOrEqual(4900);
    expect(Date.now() - started).toBeLessThan(15_000);
  }, 30_000);

  it('fails when nobody is there, and when the answer breaks off', async () => {
    await expect(exchangeJson({ url: new URL('http://127.0.0.1:1/keys') })).rejects.toThrow('ECONNREFUSED');
    answer = (_, response) => {
      response.write('{', () => response.destroy());
    };
    await expect(exchangeJson({ url: url() })).rejects.toThrow('/keys: ');
  });

  it('is not begun where others can listen', async () => {
    await expect(exchangeJson({ url: new URL('http://issuer.example/') })).rejects.toThrow('by https');
  });
});
