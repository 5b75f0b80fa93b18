import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { RawSocket } from '../../../../test/support/raw-socket';
import { Connections } from './connections';

/** Longer than any test lasts: who waits for it fails. */
const FOREVER_MS = 600_000;

const question = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const lastAnswer = /HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*answer$/;

let server: Server;
let connections: Connections;
let socket: RawSocket;
/** What the server does with a request. */
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  answer = (response) => response.end('answer');
  server = createServer((_, response) => {
    answer(response);
  });
  connections = new Connections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = await RawSocket.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(() => {
  socket.close();
  server.closeAllConnections();
});

test('who asks once more while the server lingers is answered, and told that it was the last time', async () => {
  socket.write(question);
  await socket.receives(/Connection: keep-alive\r\n[^]*answer$/);
  const ended = connections.end(FOREVER_MS, FOREVER_MS);
  expect(server.listening).toBe(false);
  socket.received = '';
  socket.write(question);
  await socket.receives(lastAnswer);
  await socket.closed();
  await ended;
});

test('who is connected and asks for the first time while the server lingers is answered as well', async () => {
  const ended = connections.end(FOREVER_MS, FOREVER_MS);
  socket.write(question);
  await socket.receives(lastAnswer);
  await ended;
});

test('what is under way when the end begins is the last answer', async () => {
  const asked = new Promise<ServerResponse>((resolve) => (answer = resolve));
  socket.write(question);
  const response = await asked;
  const ended = connections.end(FOREVER_MS, FOREVER_MS);
  response.end('answer');
  await socket.receives(lastAnswer);
  await ended;
});

test('new connections are refused while those that are there go on as ever', async () => {
  connections.refuse();
  expect(server.listening).toBe(false);
  for (let time = 0; time < 2; time++) {
    socket.received = '';
    socket.write(question);
    await socket.receives(/Connection: keep-alive\r\n[^]*answer$/);
  }
});

test('without a time to linger, a connection that asks for nothing is closed', async () => {
  socket.write(question);
  await socket.receives(/answer$/);
  await connections.end(0, FOREVER_MS);
  await socket.closed();
});
