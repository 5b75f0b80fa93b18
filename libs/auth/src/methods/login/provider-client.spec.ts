import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { VERSION } from '@pennon/platform';
import { UpstreamError } from '../../keys/upstream';
import { askProvider, parseJson } from './provider-client';

let server: Server;
let answer: RequestListener;
let url: URL;

beforeEach(async () => {
  server = createServer((request, response) => {
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/token?secret=1`);
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function failureOf(asked: Promise<unknown>): Promise<string> {
  const failure: unknown = await asked.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpstreamError);
  return (failure as Error).message.replace(url.origin, '');
}

describe('a provider that is asked', () => {
  it('gets a form, and answers with any status', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.method, request.headers['content-type'], request.headers['user-agent']);
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => response.writeHead(400).end('{"error":"x"}'));
    };
    const form = new URLSearchParams({ code: 'a b' });
    expect(await askProvider({ url, form })).toMatchObject({ status: 400, body: '{"error":"x"}' });
    expect(seen).toEqual(['POST', 'application/x-www-form-urlencoded', `pennon/${VERSION}`, 'code=a+b']);
  });

  it.each([301, 302, 303, 307, 308])('leads nowhere else by %d', async (status) => {
    const asked: unknown[] = [];
    answer = (request, response) => {
      asked.push(request.url);
      response.writeHead(status, { Location: '/elsewhere' }).end();
    };
    expect(await failureOf(askProvider({ url }))).toBe(
      `/token redirects to ${url.origin}/elsewhere: redirects are not followed`,
    );
    expect(asked).toHaveLength(1);
  });

  it('is not listened to for more than a mebibyte', async () => {
    answer = (_, response) => {
      response.write(Buffer.alloc(1024 * 1024));
      response.end('x');
    };
    expect(await failureOf(askProvider({ url }))).toBe('/token answers more than 1048576 bytes');
  });

  it('is not waited for longer than five seconds, headers or not', async () => {
    answer = (_, response) => {
      response.write('{');
    };
    const began = Date.now();
    expect(await failureOf(askProvider({ url }))).toBe('/token does not answer within 5000 ms');
    expect(Date.now() - began).toBeLessThan(8_000);
  }, 20_000);

  it('that is not there is named, and what was sent is not', async () => {
    server.close();
    server.closeAllConnections();
    expect(await failureOf(askProvider({ url }))).toBe('/token cannot be asked (ECONNREFUSED)');
  });

  it.each(['http://192.0.2.1/', 'http://example.com/', 'http://localhost.evil.example/', 'ftp://localhost/'])(
    'is not asked where others can listen: %s',
    async (place) => {
      await expect(askProvider({ url: new URL(place) })).rejects.toThrow('must be asked by https');
    },
  );

  it('that answers no JSON is not repeated', () => {
    expect(() => parseJson(url, 'access_token=a secret')).toThrow(
      new UpstreamError(`${url.origin}/token does not answer JSON`),
    );
  });
});
