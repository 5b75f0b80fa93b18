import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../executable/executable';
import { ForwardProxy } from '../../../../test/support/forward-proxy';
import { LongAnswerError, ProxyRefusal, readText, sendRequest } from './send-request';

const variables = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];
const before = variables.map((name) => [name, process.env[name]] as const);

let server: Server;
let answer: RequestListener;
let requests: IncomingMessage[];
let proxy: ForwardProxy;

beforeEach(async () => {
  for (const name of variables) Reflect.deleteProperty(process.env, name);
  requests = [];
  answer = (_, response) => response.end('hello');
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await ForwardProxy.start({ hosts: { 'hooks.test': port() }, credentials: 'me:hunter2' });
});

afterEach(async () => {
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  await proxy.stop();
  server.closeAllConnections();
  server.close();
});

function port(): number {
  return (server.address() as AddressInfo).port;
}

async function ask(url: string, maxBytes = 1000): Promise<{ status: number | undefined; text: string }> {
  const signal = AbortSignal.timeout(5000);
  const answered = await sendRequest({ url: new URL(url), method: 'GET', signal });
  return { status: answered.statusCode, text: await readText(answered, maxBytes) };
}

test('a request names Pennon and its version, and carries nothing that browsers send', async () => {
  expect(await ask(`http://127.0.0.1:${port()}/`)).toEqual({ status: 200, text: 'hello' });
  expect(requests[0]?.headers).toEqual({
    host: `127.0.0.1:${port()}`,
    'user-agent': `pennon/${VERSION}`,
    connection: 'keep-alive',
  });
});

test('a request goes by the proxy, with its credentials, and what it is for does not see them', async () => {
  process.env.HTTP_PROXY = proxy.url;
  for (let time = 0; time < 3; time++) {
    expect(await ask('http://hooks.test/hook?a=1')).toEqual({ status: 200, text: 'hello' });
  }
  expect(new Set(proxy.asked)).toEqual(new Set(['GET http://hooks.test/hook?a=1']));
  expect(requests[0]).toMatchObject({ url: '/hook?a=1', headers: { host: 'hooks.test' } });
  expect(JSON.stringify(requests[0]?.headers)).not.toContain('proxy-authorization');
});

test('a host of NO_PROXY is asked directly', async () => {
  process.env.HTTP_PROXY = proxy.url;
  process.env.NO_PROXY = '127.0.0.0/8';
  expect(await ask(`http://127.0.0.1:${port()}/`)).toMatchObject({ status: 200 });
  expect(proxy.asked).toEqual([]);
});

test('a proxy that refuses is named in place of the host, and one that is gone is an error without its password', async () => {
  process.env.HTTP_PROXY = proxy.url.replace('hunter2', 'wrong');
  const { port: proxyPort } = new URL(proxy.url);
  const advice = 'its user and password in HTTPS_PROXY or HTTP_PROXY are missing or wrong';
  for (const url of ['http://hooks.test/', 'https://hooks.test/']) {
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY;
    await expect(ask(url)).rejects.toThrow(ProxyRefusal);
    await expect(ask(url)).rejects.toThrow(`the proxy http://127.0.0.1:${proxyPort} answers 407: ${advice}`);
  }
  process.env.HTTP_PROXY = 'http://me:hunter2@127.0.0.1:1';
  const failure: unknown = await ask('http://hooks.test/').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  expect(String(failure)).not.toContain('hunter2');
});

test('a redirect is not followed', async () => {
  answer = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
  expect(await ask(`http://127.0.0.1:${port()}/`)).toMatchObject({ status: 302 });
  expect(requests).toHaveLength(1);
});

test('an answer is read up to a limit, compressed or not', async () => {
  answer = (_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(1000)));
  expect((await ask(`http://127.0.0.1:${port()}/`)).text).toHaveLength(1000);
  await expect(ask(`http://127.0.0.1:${port()}/`, 999)).rejects.toThrow(LongAnswerError);
});
