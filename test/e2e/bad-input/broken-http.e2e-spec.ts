import { onServer } from '../../support/on-server';
import { RawSocket } from '../../support/raw-socket';

/** Below the API there is no error of the API: the runtime answers with a bare status, and hangs up. */
const cases = [
  ['no HTTP', 'Hello!\r\n\r\n', 400],
  ['a verb that does not exist', 'FETCH /health HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a zero byte in the path', 'GET /hea\0lth HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
  [
    'a length that is no number',
    'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    400,
  ],
  [
    'two lengths',
    'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks',
    'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    400,
  ],
  [
    'a chunk of no size',
    'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
    400,
  ],
  ['a header of 3 KiB', `GET /health HTTP/1.1\r\nHost: a\r\nX-Large: ${'a'.repeat(3072)}\r\n\r\n`, 431],
  ['a path of 3 KiB', `GET /${'a'.repeat(3072)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
] as const;

onServer(
  (server) => {
    test.each(cases)('a request with %s is refused, and the connection closed', async (_, bytes, status) => {
      const socket = await RawSocket.open(server.url);
      socket.write(bytes);
      await socket.closed();
      expect(socket.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    });

    test.each([
      ['in the middle of the headers', 'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\n'],
      [
        'in the middle of the body',
        'POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"req',
      ],
      [
        'in the middle of a chunk',
        'POST /api/v1/flags HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"',
      ],
    ])('a caller may hang up %s', async (_, bytes) => {
      const socket = await RawSocket.open(server.url);
      socket.write(bytes);
      socket.close();
      await socket.closed();
    });

    test.each(['/health', '/evaluate/v1/boolean', '/nothing'])(
      'two hosts are refused at %s',
      async (path) => {
        const socket = await RawSocket.open(server.url);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`);
        await socket.receives(/^HTTP\/1\.1 400 .*"the request has several Host headers"/s);
        socket.close();
      },
    );

    test('requests in one packet are answered in turn', async () => {
      const socket = await RawSocket.open(server.url);
      const ask = (id: string): string =>
        `POST /evaluate/v1/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 17\r\n\r\n{"requestId":"${id}"}`;
      socket.write(ask('a') + ask('b') + ask('c'));
      await socket.receives(/"requestId":"a".*"requestId":"b".*"requestId":"c"/s);
      socket.close();
    });
  },
  { PENNON_SERVER_MAX_HEADER_BYTES: '2KiB' },
);
