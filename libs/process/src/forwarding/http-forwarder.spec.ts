import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiAt, type Api } from '../../../../test/support/http';
import { HttpForwarder } from './http-forwarder';

const directory = mkdtempSync(join(tmpdir(), 'pennon-forwarder-'));
const socketPath = join(directory, 'http');

/** Requests that the leader has heard, by connection. */
let heard: string[][];
let leader: Server;
let follower: Server;
let forwarder: HttpForwarder;
let callers: Agent;
let api: Api;

const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end(`${request.method} ${request.url}`));
};

async function startLeader(listener: RequestListener = answer): Promise<void> {
  leader = createServer(listener);
  leader.on('connection', (socket) => {
    const requests: string[] = [];
    heard.push(requests);
    Object.assign(socket, { requests });
  });
  leader.prependListener('request', ({ socket, method, url }) => {
    (socket as unknown as { requests: string[] }).requests.push(`${method} ${url}`);
  });
  await once(leader.listen(socketPath), 'listening');
}

async function stopLeader(): Promise<void> {
  const closed = once(leader, 'close');
  leader.close();
  leader.closeAllConnections();
  await closed;
  rmSync(socketPath, { force: true });
}

beforeEach(async () => {
  heard = [];
  forwarder = new HttpForwarder(socketPath, 'secret', '');
  follower = createServer((request, response) => {
    forwarder.forward(request, response, () => {
      response.writeHead(503).end();
    });
  });
  await once(follower.listen(0, '127.0.0.1'), 'listening');
  callers = new Agent({ keepAlive: true });
  api = apiAt(`http://127.0.0.1:${(follower.address() as AddressInfo).port}`, callers);
});

afterEach(async () => {
  callers.destroy();
  forwarder.close();
  await stopLeader();
  follower.close();
  await once(follower, 'close');
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('connections to the leader', () => {
  it('are kept for requests that can be sent again', async () => {
    await startLeader();
    for (let sent = 0; sent < 20; sent++) expect((await api.send({ path: `/${sent}` })).status).toBe(200);
    expect(heard).toEqual([Array.from({ length: 20 }, (_, index) => `GET /${index}`)]);
  });

  it('are of their own for requests that cannot', async () => {
    await startLeader();
    await api.send({ path: '/a' });
    await api.send({ path: '/b', body: '{}' });
    await api.send({ path: '/c', verb: 'DELETE' });
    await api.send({ path: '/d', verb: 'GET', body: '{}' });
    await api.send({ path: '/e' });
    expect(heard).toEqual([['GET /a', 'GET /e'], ['POST /b'], ['DELETE /c'], ['GET /d']]);
  });

  it('may end at any moment: no request is lost while the leader restarts again and again', async () => {
    await startLeader();
    for (let restart = 0; restart < 20; restart++) {
      const asked = Array.from({ length: 4 }, async () => api.send({ path: '/flags' }));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await stopLeader();
      await startLeader();
    }
  });

  it('may end with a request in them, which is then sent once more', async () => {
    await startLeader((request, response) => {
      if (request.url === '/closing' && heard.length === 1) request.socket.destroy();
      else answer(request, response);
    });
    await api.send({ path: '/first' });
    const { status, body } = await api.send({ path: '/closing' });
    expect([status, body.toString()]).toEqual([200, 'GET /closing']);
    expect(heard).toEqual([['GET /first', 'GET /closing'], ['GET /closing']]);
  });
});

describe('a leader that ends without an answer', () => {
  it('is reported for a request on a connection of its own, which is sent once', async () => {
    await startLeader((request) => request.socket.destroy());
    expect((await api.send({ path: '/a', body: '{}' })).status).toBe(503);
    expect((await api.send({ path: '/b' })).status).toBe(503);
    expect(heard).toEqual([['POST /a'], ['GET /b']]);
  });

  it('cuts off the answer it has begun', async () => {
    await startLeader((request, response) => {
      if (request.url === '/whole') answer(request, response);
      else response.write('half', () => request.socket.destroy());
    });
    await api.send({ path: '/whole' });
    await expect(api.send({ path: '/half' })).rejects.toThrow();
    expect(heard).toEqual([['GET /whole', 'GET /half']]);
  });
});
